import { member } from "../../../core/member.ts";

/** Properties of a text node other than its type and text: `bold: true`, and whatever another editor has added. */
export type Marks = { readonly [name: string]: unknown };

/** A stretch of text with the same marks throughout. */
export interface Run {
  readonly text: string;
  readonly marks: Marks;
  /** Properties of the enclosing link other than its children; null outside of links. */
  readonly link: Marks | null;
}

/** A range of characters in a line; the end is exclusive. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

export const MARKS = ["bold", "italic", "underline", "strikethrough", "code"] as const;

export type Mark = (typeof MARKS)[number];

/** Converts the inline nodes of a block to runs. */
export function runsOf(children: unknown): readonly Run[] {
  const nodes: readonly unknown[] = Array.isArray(children) ? children : [];
  const runs = nodes.flatMap((node) => {
    if (member(node, "type") !== "link") return [runOf(node, null)];
    const { type: _type, children: texts, ...link } = Object(node);
    return Array.isArray(texts) ? texts.map((text) => runOf(text, link)) : [];
  });
  return joined(runs);
}

function runOf(node: unknown, link: Marks | null): Run {
  const { type: _type, text, ...marks } = Object(node);
  return { text: typeof text === "string" ? text : "", marks, link };
}

/** Converts runs to inline nodes; the API needs at least one. */
export function childrenOf(runs: readonly Run[]): readonly object[] {
  const nodes: object[] = [];
  let texts: object[] = [];
  let around: Marks | null = null;
  for (const { text, marks, link } of runs) {
    const node = { type: "text", text, ...marks };
    if (link === null) nodes.push(node);
    else if (around !== null && same(around, link)) texts.push(node);
    else {
      texts = [node];
      nodes.push({ type: "link", ...link, children: texts });
    }
    around = link;
  }
  return nodes.length === 0 ? [{ type: "text", text: "" }] : nodes;
}

/** The runs without empty ones, with adjacent runs of the same marks merged. */
export function joined(runs: readonly Run[]): readonly Run[] {
  const result: Run[] = [];
  for (const run of runs) {
    const last = result.at(-1);
    if (run.text === "") continue;
    if (last !== undefined && same(last.marks, run.marks) && same(last.link, run.link)) {
      result[result.length - 1] = { ...last, text: last.text + run.text };
    } else result.push(run);
  }
  return result;
}

export function textOf(runs: readonly Run[]): string {
  return runs.map(({ text }) => text).join("");
}

export function sliced(runs: readonly Run[], from: number, to = Number.POSITIVE_INFINITY): readonly Run[] {
  let start = 0;
  const parts = runs.map((run) => {
    const text = run.text.slice(Math.max(0, from - start), Math.max(0, to - start));
    start += run.text.length;
    return { ...run, text };
  });
  return joined(parts);
}

function changed(runs: readonly Run[], { from, to }: Span, change: (run: Run) => Run): readonly Run[] {
  return joined([...sliced(runs, 0, from), ...sliced(runs, from, to).map(change), ...sliced(runs, to)]);
}

/** Whether the whole span has the mark. */
export function hasMark(runs: readonly Run[], { from, to }: Span, mark: Mark): boolean {
  const within = sliced(runs, from, to);
  return within.length > 0 && within.every(({ marks }) => marks[mark] === true);
}

export function withMark(runs: readonly Run[], span: Span, mark: Mark, isOn: boolean): readonly Run[] {
  return changed(runs, span, (run) => {
    const { [mark]: _before, ...others } = run.marks;
    return { ...run, marks: isOn ? { ...others, [mark]: true } : others };
  });
}

/** Turns a span into a link; an empty `url` removes the link. */
export function withLink(runs: readonly Run[], span: Span, url: string): readonly Run[] {
  return changed(runs, span, (run) => ({ ...run, link: url === "" ? null : { ...run.link, url } }));
}

/** The URL of the link that a span is in; empty if there is none. */
export function linkAt(runs: readonly Run[], { from, to }: Span): string {
  const link = sliced(runs, from, to).find((run) => run.link !== null)?.link;
  return String(link?.url ?? "");
}

/** The span itself or, if it is empty, the word around it. */
export function orWord(text: string, { from, to }: Span): Span {
  if (from !== to) return { from, to };
  for (const { index, 0: word } of text.matchAll(/[\p{L}\p{N}_]+/gu)) {
    if (index <= from && from <= index + word.length) return { from: index, to: index + word.length };
  }
  return { from, to };
}

function same(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}
