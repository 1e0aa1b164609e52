import type { Scrubbed } from "../scrub/scrubber.ts";
import type { SourceVersion } from "../source/dialect.ts";

/** The report of a pull, as `pull.json` keeps it: no value of content is in it. */
export interface PullReport {
  readonly source: string;
  /** ISO time of its begin. */
  readonly at: string;
  readonly strapi: { readonly profile: SourceVersion; readonly maxLimit: number };
  /** Where the content types are from. */
  readonly schema: string;
  readonly types: { readonly [uid: string]: TypeReport };
  readonly files: { readonly fetched: number; readonly missing: number };
  /** The omissions, with their reason and number. */
  readonly left: readonly Left[];
  readonly scrub: {
    readonly key: string;
    readonly attributes: { readonly [name: string]: Omit<Scrubbed, "sample"> };
  } | null;
  /** Documents that were read again, and documents that still moved at the end. */
  readonly changed: number;
  readonly moved: readonly string[];
  /** Links to documents that are not there, by attribute. */
  readonly dangling: { readonly [attribute: string]: number };
  /** The position up to which the pull has written the journal, if there is one. */
  readonly journal?: number;
  readonly cursor: { readonly poll: string; readonly sweep: string };
}

export interface TypeReport {
  readonly documents: number;
  readonly published: number;
  readonly locales: readonly string[];
  /** All documents of the source that the token may find, not a part that was asked for. */
  readonly complete: boolean;
}

export interface Left {
  readonly what: string;
  readonly why: string;
  count: number;
}

/** Counts omissions by kind. */
export class LeftOut {
  readonly all: Left[] = [];

  readonly add = (what: string, why: string, count = 1): void => {
    const known = this.all.find((each) => each.what === what && each.why === why);
    if (known === undefined) this.all.push({ what, why, count });
    else known.count += count;
  };
}

/** The lines that tell how a pull went. */
export function reportLines(report: PullReport): readonly string[] {
  const types = Object.entries(report.types);
  const documents = types.reduce((sum, [, { documents: count }]) => sum + count, 0);
  const lines = [];
  if (report.strapi.profile === "4")
    lines.push(`${report.source} answers in the format of Strapi 4 (data.attributes): pulled as version 4`);
  lines.push(
    ...types.map(([uid, { documents: count, published }]) => {
      const drafts = count - published;
      return `  ${uid}  ${numberText(count)}${drafts > 0 ? ` (${numberText(drafts)} drafts only)` : ""}`;
    }),
  );
  const { fetched, missing } = report.files;
  if (fetched + missing > 0)
    lines.push(`  files  ${numberText(fetched)}${missing > 0 ? ` (${numberText(missing)} missing)` : ""}`);
  for (const { what, why, count } of report.left)
    lines.push(`  left out: ${what}: ${why}${count > 1 ? ` (${numberText(count)})` : ""}`);
  const dangling = Object.entries(report.dangling).sort((a, b) => b[1] - a[1]);
  const links = dangling.reduce((sum, [, count]) => sum + count, 0);
  if (links > 0) {
    const parts = dangling.slice(0, 5).map(([name, count]) => `${name} ${numberText(count)}`);
    lines.push(`${numberText(links)} links lead to documents that are not there (${parts.join(", ")})`);
  }
  if (report.changed > 0)
    lines.push(
      `${numberText(report.changed)} of ${numberText(documents)} documents changed during the pull and were read again`,
    );
  if (report.moved.length > 0) lines.push(`still changing at the end: ${report.moved.slice(0, 5).join(", ")}`);
  return lines;
}

/** `1,204`. */
export function numberText(value: number): string {
  return value.toLocaleString("en-US");
}
