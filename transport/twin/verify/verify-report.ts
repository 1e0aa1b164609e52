import { describeCode } from "../../strapi/project/own-code.ts";
import { numberText } from "../pull/report.ts";
import { pathOf, type Side } from "./read.ts";
import type { Group, Verified } from "./verify.ts";

export interface Reported {
  readonly real: Side;
  readonly here: Side;
  readonly seconds: number;
  /** Requests that were not sent, by reason. */
  readonly skipped: ReadonlyMap<string, number>;
  /** Environment variables with the tokens, as commands name them. */
  readonly tokens: { readonly real: string | undefined; readonly here: string | undefined };
  /** Files with the source's own code, which does not run here. */
  readonly code: readonly string[];
}

/** The source's own code that may answer for the type of a difference. */
function codeOf({ difference: { owner } }: Group, { code }: Pick<Reported, "code">): readonly string[] {
  const [, api] = /^api::([^.]+)\./.exec(owner) ?? [];
  return code.filter((file) => file.startsWith(`src/api/${api}/`));
}

/** The lines that tell how a run went. `curl` makes a command of words. */
export function verifyLines(
  verified: Verified,
  reported: Reported,
  curl: (words: readonly string[]) => string,
): readonly string[] {
  const { reads, equal, changed, failed, allowed, groups, more, firstFailure, limits } = verified;
  const parts = [
    `${numberText(reads)} reads`,
    `${numberText(equal)} equal`,
    `${numberText(groups.length + more)} difference${groups.length + more === 1 ? "" : "s"}`,
    ...(changed > 0 ? [`${numberText(changed)} changed meanwhile (asked again: equal)`] : []),
    ...(allowed > 0 ? [`${numberText(allowed)} allowed`] : []),
    ...(failed > 0 ? [`${numberText(failed)} failed (${firstFailure})`] : []),
  ];
  const lines = [`${parts.join(", ")}   ${numberText(Math.max(1, Math.round(reported.seconds)))} s`, ...limits];
  for (const [reason, count] of reported.skipped) lines.push(`not asked: ${reason} (${numberText(count)})`);
  for (const [at, group] of groups.entries()) {
    const { cause, path, real, here } = group.difference;
    lines.push(
      `${at + 1}  ${titleOf(group)}   (${numberText(group.reads)} of ${numberText(reads)} reads before shrinking)`,
      `   ${curl(["-g", urlOf(group, reported.real)])}${tokenOf(reported.tokens.real)}`,
      `   ${curl(["-g", urlOf(group, reported.here)])}${tokenOf(reported.tokens.here)}`,
      `   ${path === "" ? cause : path}`,
      `   - ${valueText(real)}`,
      `   + ${valueText(here)}`,
    );
    const files = codeOf(group, reported);
    if (files.length > 0) lines.push(`   the source has own code for it: ${files.join(", ")}`);
  }
  if (more > 0) lines.push(`and ${numberText(more)} more`);
  const { code } = reported;
  if (groups.length > 0 && code.length > 0)
    lines.push(
      `The source has code of its own, which may answer otherwise (${describeCode(code)}): --run-project runs it here too`,
    );
  return lines;
}

/** Shells put the token in its place: no output holds it. */
function tokenOf(variable: string | undefined): string {
  if (variable === undefined) return "";
  return ` -H "Authorization: Bearer ${process.platform === "win32" ? `%${variable}%` : `$${variable}`}"`;
}

export function titleOf({ difference: { cause, owner, name } }: Group): string {
  const place = [owner.replace(/^.*[.:]/, ""), name].filter((part) => part !== "").join(".");
  return place === "" ? cause : `${cause}: ${place}`;
}

function urlOf({ read }: Group, { origin, prefix }: Side): string {
  return origin + pathOf(read, prefix);
}

/** A value in one line; nothing where there is none. */
export function valueText(value: unknown): string {
  if (value === undefined) return "nothing";
  const text = JSON.stringify(value, (_, each: unknown) => (typeof each === "bigint" ? String(each) : each));
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}

/** The same as a value, for `--json`. */
export function verifyValue(verified: Verified, reported: Reported): object {
  const { real, here, seconds, skipped } = reported;
  const { groups, ...counts } = verified;
  return {
    source: real.origin,
    ...counts,
    seconds,
    skipped: Object.fromEntries(skipped),
    differences: groups.map((group) => ({
      cause: group.difference.cause,
      path: group.difference.path,
      type: group.difference.owner,
      documentId: group.difference.documentId,
      reads: group.reads,
      urls: [urlOf(group, real), urlOf(group, here)],
      real: valueText(group.difference.real),
      here: valueText(group.difference.here),
      code: codeOf(group, reported),
    })),
  };
}

/** The same as JUnit's XML: a case for each difference, and one for all that is equal. */
export function verifyJunit(verified: Verified, reported: Reported): string {
  const cases = verified.groups.map((group) => {
    const { path, real, here } = group.difference;
    const text = `${urlOf(group, reported.real)}\n${path}\n- ${valueText(real)}\n+ ${valueText(here)}`;
    return `  <testcase classname="galley verify" name="${xml(titleOf(group))}"><failure message="${xml(titleOf(group))}">${xml(text)}</failure></testcase>`;
  });
  const { groups, more, equal } = verified;
  const failures = groups.length + more;
  return [
    `<?xml version="1.0" encoding="UTF-8"?>`,
    `<testsuite name="galley verify" tests="${failures + 1}" failures="${failures}" time="${reported.seconds.toFixed(3)}">`,
    `  <testcase classname="galley verify" name="${numberText(equal)} reads are equal"/>`,
    ...cases,
    "</testsuite>",
    "",
  ].join("\n");
}

function xml(text: string): string {
  const plain = [...text].filter((sign) => sign >= " " || sign === "\n" || sign === "\t").join("");
  return plain.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

/** A line for each difference that GitHub shows beside a run. */
export function annotations({ groups }: Verified, { real }: Reported): readonly string[] {
  return groups.map((group) => {
    const { path, real: value, here } = group.difference;
    const text = `${urlOf(group, real)} ${path}: ${valueText(value)} there, ${valueText(here)} here`;
    return `::error title=${property(`galley verify: ${titleOf(group)}`)}::${message(text)}`;
  });
}

function message(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

function property(text: string): string {
  return message(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
