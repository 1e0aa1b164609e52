import { member } from "../../../core/member.ts";
import { childrenOf, joined, type Run, runsOf, sliced, textOf } from "./runs.ts";

/** A list that contains a line: its properties other than its items. Lines of the same list share the object. */
export type List = { readonly format: "ordered" | "unordered"; readonly [name: string]: unknown };

/** A block in its edited form: each list item is a line, however deeply its list is nested. */
export interface Line {
  /** `other`: an unknown kind of block, which is kept unchanged. */
  readonly kind: "paragraph" | "heading" | "quote" | "code" | "list-item" | "image" | "other";
  readonly runs: readonly Run[];
  /** The lists around an item, outermost first. */
  readonly lists: readonly List[];
  /** Properties of the block other than its type and text: the level of a heading, an image. */
  readonly rest: { readonly [name: string]: unknown };
}

/** The kinds that the user can choose for a line with text. */
export type Choice = "paragraph" | `heading ${number}` | "quote" | "code" | List["format"];

export const EMPTY_LINE: Line = { kind: "paragraph", runs: [], lists: [], rest: {} };

const TEXT_KINDS = new Set<unknown>(["paragraph", "heading", "quote", "code"]);

/** The lines of a blocks value; null if the value is not a list. */
export function linesOf(value: unknown): readonly Line[] | null {
  if (value === null || value === undefined) return [];
  return Array.isArray(value) ? value.flatMap((block) => linesOfBlock(block, [])) : null;
}

function linesOfBlock(block: unknown, lists: readonly List[]): readonly Line[] {
  const { type, children, ...rest } = Object(block);
  if (type === "list" && Array.isArray(children)) {
    const inside = [...lists, rest as List];
    return children.flatMap((child) => linesOfBlock(child, inside));
  }
  if (type === "image") return [{ kind: type, runs: [], lists: [], rest: { ...rest, children } }];
  const isItem = type === "list-item" && lists.length > 0;
  if (!TEXT_KINDS.has(type) && !isItem) return [{ kind: "other", runs: [], lists, rest: Object(block) }];
  return [{ kind: type, runs: runsOf(children), lists, rest }];
}

/** The blocks value of lines; null if there are none. */
export function blocksOf(lines: readonly Line[]): readonly object[] | null {
  return lines.length === 0 ? null : gathered(lines, 0);
}

/** The blocks of lines that share their lists down to `depth`. */
function gathered(lines: readonly Line[], depth: number): readonly object[] {
  const blocks: object[] = [];
  for (let at = 0; at < lines.length; ) {
    const line = lines[at] ?? EMPTY_LINE;
    const list = line.lists[depth];
    if (list === undefined) {
      blocks.push(blockOf(line));
      at++;
    } else {
      const end = lines.findIndex(({ lists }, other) => other > at && lists[depth] !== list);
      const items = lines.slice(at, end === -1 ? lines.length : end);
      blocks.push({ type: "list", ...list, children: gathered(items, depth + 1) });
      at += items.length;
    }
  }
  return blocks;
}

function blockOf({ kind, runs, rest }: Line): object {
  if (kind === "other") return rest;
  return kind === "image" ? { type: kind, ...rest } : { type: kind, ...rest, children: childrenOf(runs) };
}

export function isText({ kind }: Line): boolean {
  return kind !== "image" && kind !== "other";
}

export function choiceOf({ kind, lists, rest }: Line): Choice {
  if (kind === "heading") return `heading ${Number(rest.level)}`;
  if (kind === "list-item") return lists.at(-1)?.format === "ordered" ? "ordered" : "unordered";
  return kind === "quote" || kind === "code" ? kind : "paragraph";
}

/** The lines after one has changed its kind. A list changes as a whole, and a new item joins the list before it. */
export function chosen(lines: readonly Line[], at: number, choice: Choice): readonly Line[] {
  const line = lines[at];
  if (line === undefined) return lines;
  if (choice === "ordered" || choice === "unordered") return inList(lines, at, line, choice);
  const runs = choice === "code" ? joined([{ text: textOf(line.runs), marks: {}, link: null }]) : line.runs;
  const [kind = "paragraph", level] = choice.split(" ");
  const rest = level === undefined ? {} : { level: Number(level) };
  return lines.with(at, { kind: kind as Line["kind"], runs, lists: [], rest });
}

function inList(lines: readonly Line[], at: number, line: Line, format: List["format"]): readonly Line[] {
  const own = line.lists.at(-1);
  if (own !== undefined) {
    const changed = { ...own, format };
    return lines.map((each) =>
      each.lists.includes(own) ? { ...each, lists: each.lists.map((list) => (list === own ? changed : list)) } : each,
    );
  }
  const beside = [lines[at - 1], lines[at + 1]].find((each) => each?.lists.at(-1)?.format === format);
  return lines.with(at, { kind: "list-item", runs: line.runs, lists: beside?.lists ?? [{ format }], rest: {} });
}

/** The lines after one was split at a character: the rest becomes a line of its own. */
export function split(lines: readonly Line[], at: number, offset: number): readonly Line[] {
  const line = lines[at];
  if (line === undefined) return lines;
  // Enter in an empty item or quote ends the list or the quote.
  if (line.runs.length === 0 && line.kind !== "paragraph") return lines.with(at, EMPTY_LINE);
  const kind = line.kind === "heading" ? EMPTY_LINE : { ...line, rest: {} };
  const parts = [
    { ...line, runs: sliced(line.runs, 0, offset) },
    { ...kind, runs: sliced(line.runs, offset) },
  ];
  return lines.toSpliced(at, 1, ...parts);
}

/** The lines after one was appended to the line before it; null if that line has no text. */
export function mergedUp(lines: readonly Line[], at: number): readonly Line[] | null {
  const line = lines[at];
  const before = lines[at - 1];
  if (line === undefined || before === undefined || !isText(before)) return null;
  return lines.toSpliced(at - 1, 2, { ...before, runs: joined([...before.runs, ...line.runs]) });
}

/** An image block of an uploaded file. */
export function imageLine(file: unknown): Line {
  const children = [{ type: "text", text: "" }];
  return { kind: "image", runs: [], lists: [], rest: { image: file, children } };
}

/** The file of an image block. */
export function imageOf({ rest }: Line): unknown {
  return member(rest, "image");
}
