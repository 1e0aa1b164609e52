import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { type Branches, type Part, readPattern } from "../../engine/internal.ts";
import { isNode, nodesOf, type SyntaxNode } from "../support/typescript/syntax-tree.ts";

/*
 * SECURITY.md, "Regular expressions": no text of a caller can make a search go back and forth over it. Every expression of
 * the source is fed texts that are made from its own characters, and must not take more than in proportion to them.
 */

const root = fileURLToPath(new URL("../..", import.meta.url));

/** Expressions that are made of others while the program runs. */
const MADE_WHILE_RUNNING: ReadonlyMap<string, string> = new Map([
  ["engine/schema/shapes/attribute-shapes.ts", "the regex of a schema: `patternOf` proves it or hands it to RE2"],
  ["engine/schema/pattern/conjuncts.ts", "parts of such a regex, which go to `patternOf` in turn"],
  ["engine/schema/pattern/pattern.ts", "parts of such a regex, which go to `patternOf` in turn"],
  ["transport/strapi/code/routing/route-pattern.ts", "the pattern of a project's route, which goes to `patternOf`"],
  [
    "transport/parts/studio/browser/entry/form/limits.ts",
    "the pattern of a schema, in the editor's own page and for short texts",
  ],
  ["transport/parts/json-routes/row-test.ts", "the pattern of a caller, which goes to `patternOf`"],
  ["transport/library/factory/pattern-text.ts", "one character of a schema's regex, tested against one character"],
]);

interface Found {
  readonly place: string;
  /** Null where it can only be known while the program runs. */
  readonly pattern: RegExp | null;
}

function patternsIn(file: string): Found[] {
  const text = readFileSync(join(root, file), "utf8");
  const nodes = nodesOf(text);
  const constants = nodes.filter(isTextConstant).map(({ start, end }) => `const ${text.slice(start, end)};`);
  return nodes.flatMap((node) => {
    const isLiteral = node.type === "Literal" && Boolean(node.regex);
    if (!isLiteral && !isConstruction(node)) return [];
    const place = `${file}:${text.slice(0, node.start).split("\n").length}`;
    const source = text.slice(node.start, node.end);
    return [{ place, pattern: evaluated(isLiteral ? source : `${constants.join("")} return ${source}`) }];
  });
}

function isTextConstant({ type, init }: SyntaxNode): boolean {
  return type === "VariableDeclarator" && isNode(init) && init.type === "Literal" && typeof init.value === "string";
}

function isConstruction({ type, callee }: SyntaxNode): boolean {
  return (type === "NewExpression" || type === "CallExpression") && isNode(callee) && callee.name === "RegExp";
}

function evaluated(source: string): RegExp | null {
  try {
    return new Function(source.includes("return ") ? source : `return ${source}`)();
  } catch {
    return null;
  }
}

function sourceFiles(): string[] {
  return ["engine", "storage", "transport"].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".ts"))
      .map((name) => `${folder}/${name.replaceAll("\\", "/")}`),
  );
}

const ALPHABET = [..."a0A -_.,:;/\\'\"[]{}()<>=@#$%^&*+?!|~`\n\r\t\u00e9\u0301\u{1f600}bBfFuUwWxXzZ19eETnN"];

/** One character for each set of characters that no class of the pattern distinguishes. */
function alphabetOf(pattern: RegExp): readonly string[] {
  const classes = [...onesIn(readPattern(pattern.source))].map(
    (one) => new RegExp(`^(?:${one})$`, pattern.flags.replace(/[gy]/g, "")),
  );
  const bySignature = new Map<string, string>();
  for (const character of ALPHABET) {
    const signature = classes.map((each) => Number(each.test(character))).join("");
    if (!bySignature.has(signature)) bySignature.set(signature, character);
  }
  return [...bySignature.values()];
}

function* onesIn(branches: Branches): Generator<string> {
  for (const part of branches.flat()) yield* onesOf(part);
}

function* onesOf(part: Part): Generator<string> {
  if (part.kind === "one") yield part.text;
  if (part.kind === "repeat") yield* onesOf(part.body);
  if (part.kind === "group") yield* onesIn(part.branches);
}

/** A shortest text for what stands before each repetition, and for the repetition itself. */
function piecesOf(pattern: RegExp): { readonly heads: ReadonlySet<string>; readonly pumps: ReadonlySet<string> } {
  const heads = new Set([""]);
  const pumps = new Set<string>();
  const flags = pattern.flags.replace(/[gy]/g, "");
  const letterOf = (one: string) => ALPHABET.find((letter) => new RegExp(`^(?:${one})$`, flags).test(letter)) ?? "";
  const rowText = (row: readonly Part[], before: string): string =>
    row.reduce((text, part) => text + partText(part, before + text), "");
  const partText = (part: Part, before: string): string => {
    if (part.kind === "one") return part.text.length === 1 ? part.text : letterOf(part.text);
    if (part.kind === "repeat") {
      heads.add(before);
      const body = partText(part.body, before);
      if (part.max > 64) pumps.add(body);
      return body.repeat(Math.max(part.min, 1));
    }
    if (part.kind !== "group") return "";
    const texts = part.branches.map((row) => rowText(row, before));
    return part.look === null ? (texts[0] ?? "") : "";
  };
  for (const row of readPattern(pattern.source)) heads.add(rowText(row, ""));
  return { heads, pumps };
}

/** Texts by length: a beginning, something so many times, and an end that spoils the match. */
function* hostileTexts(pattern: RegExp): Generator<(length: number) => string> {
  const alphabet = alphabetOf(pattern);
  const { heads, pumps } = piecesOf(pattern);
  const few = alphabet.slice(0, 6);
  const pairs = few.flatMap((a) => few.map((b) => a + b));
  const repeated = new Set([...alphabet, ...pairs, ...pumps, ...[...heads].filter((head) => head !== "")]);
  const spoilers = ["", ...alphabet];
  for (const head of heads) {
    for (const pump of repeated) {
      const tails = pump.length === 1 || pumps.has(pump) ? spoilers : ["", "\n"];
      for (const tail of tails) yield (length) => head + pump.repeat(length) + tail;
    }
  }
}

/** A global expression is asked for all that it finds. */
function search(pattern: RegExp, text: string): void {
  pattern.lastIndex = 0;
  if (pattern.global) text.replaceAll(pattern, "");
  else pattern.test(text);
}

/** Milliseconds of processor time, the least of three. */
function cost(pattern: RegExp, text: string): number {
  const once = () => {
    const { user, system } = process.cpuUsage();
    search(pattern, text);
    const after = process.cpuUsage();
    return (after.user + after.system - user - system) / 1000;
  };
  return Math.min(once(), once(), once());
}

/** So few repetitions take long only where the ways through them double with each. */
const FEW = 20;
const SHORT = 1000;
const FACTOR = 4;

/**
 * A shorter search is in proportion, whatever a clock says of it: 16 times the work of a quadratic search is far more.
 */
const NOTICEABLE_MS = 1;

/** The cost of a search, in milliseconds of processor time; 0 where it is not noticeable. */
function noticeableCost(pattern: RegExp, text: string): number {
  const started = performance.now();
  search(pattern, text);
  // The clock of the wall is quicker to read, and runs ahead of the processor's only.
  if (performance.now() - started <= NOTICEABLE_MS) return 0;
  const least = cost(pattern, text);
  return least > NOTICEABLE_MS ? least : 0;
}

/** The first text whose cost grows with more than its length, when it is measured twice; null where none does. */
function slowText(pattern: RegExp): string | null {
  for (const textOf of hostileTexts(pattern)) {
    if (isSlow(pattern, textOf) && isSlow(pattern, textOf)) return textOf(FEW);
  }
  return null;
}

function isSlow(pattern: RegExp, textOf: (length: number) => string): boolean {
  if (noticeableCost(pattern, textOf(FEW)) > 0) return true;
  const long = noticeableCost(pattern, textOf(SHORT * FACTOR));
  return long > 0 && long > 2 * FACTOR * cost(pattern, textOf(SHORT));
}

describe("a regular expression of the source", () => {
  const found = sourceFiles().flatMap(patternsIn);

  test("is found where there is one", () => {
    expect(found.length).toBeGreaterThan(100);
  });

  test("is a constant, or is known here by name", () => {
    const unknown = found.filter(
      ({ pattern, place }) => pattern === null && !MADE_WHILE_RUNNING.has(place.split(":")[0] ?? ""),
    );
    expect(unknown.map(({ place }) => place)).toEqual([]);
  });

  test("takes a time in proportion to the text", () => {
    const slow = found.flatMap(({ place, pattern }) => {
      const text = pattern === null ? null : slowText(pattern);
      return text === null ? [] : [{ place, pattern: String(pattern), text }];
    });
    expect(slow).toEqual([]);
  });
});

test.each([
  /^[^\s@]+@[^\s@]+\.[^\s@]+$/,
  /^\s*(?:[+-]?\d+|0x[\da-f]+|0o[0-7]+|0b[01]+)?\s*$/i,
  /^([+-]?)0*(\d+)$/,
  /^(?:0*:)*:?(?:0*:)*ffff:(\d+\.\d+\.\d+\.\d+)$/,
  /([A-Z]+)([A-Z][a-z\d]+)/g,
  /\/+$/,
  /(?=.*Z)a/,
  /content-types\/.*$/,
  /^(?:a+b?)+$/,
])("%s is found out", (pattern) => {
  expect(slowText(pattern)).not.toBeNull();
});
