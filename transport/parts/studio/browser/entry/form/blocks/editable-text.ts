import { joined, MARKS, type Run, type Span } from "./runs.ts";

/** The run that each painted element represents. */
const painted = new WeakMap<Node, Run>();

/** Renders runs as spans that contain only text. */
export function paint(root: HTMLElement, runs: readonly Run[]): void {
  const spans = runs.map((run) => {
    const span = document.createElement("span");
    const looks = MARKS.filter((mark) => run.marks[mark] === true);
    span.className = [...looks, ...(run.link === null ? [] : ["link"])].join(" ");
    span.append(run.text);
    painted.set(span, run);
    return span;
  });
  // After a line break at the end, the caret has no place to go without another one.
  const end = runs.at(-1)?.text.endsWith("\n") ? [document.createElement("br")] : [];
  root.replaceChildren(...spans, ...end);
}

/** Reads an element back after the user has typed into it: new text has the marks of the run around it. */
export function readRuns(root: HTMLElement): readonly Run[] {
  const runs: Run[] = [];
  for (const node of textsIn(root)) {
    const around = node.parentNode === null ? undefined : painted.get(node.parentNode);
    runs.push({ text: node.data, marks: around?.marks ?? {}, link: around?.link ?? null });
  }
  return joined(runs);
}

/** The selection within an element; null if it is elsewhere. */
export function selectedSpan(root: HTMLElement): Span | null {
  const selection = document.getSelection();
  if (selection === null || selection.rangeCount === 0) return null;
  const { startContainer, startOffset, endContainer, endOffset } = selection.getRangeAt(0);
  if (!root.contains(startContainer) || !root.contains(endContainer)) return null;
  return { from: offsetOf(root, startContainer, startOffset), to: offsetOf(root, endContainer, endOffset) };
}

/** Puts the caret or a selection into an element. */
export function select(root: HTMLElement, { from, to }: Span): void {
  root.focus();
  const [start, startAt] = placeOf(root, from);
  const [end, endAt] = placeOf(root, to);
  document.getSelection()?.setBaseAndExtent(start, startAt, end, endAt);
}

function offsetOf(root: HTMLElement, node: Node, offset: number): number {
  const range = document.createRange();
  range.selectNodeContents(root);
  range.setEnd(node, offset);
  return range.toString().length;
}

function placeOf(root: HTMLElement, offset: number): readonly [Node, number] {
  let left = offset;
  let last: Text | null = null;
  for (const node of textsIn(root)) {
    if (left <= node.length) return [node, left];
    left -= node.length;
    last = node;
  }
  return last === null ? [root, 0] : [last, last.length];
}

function* textsIn(root: HTMLElement): Iterable<Text> {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) yield node as Text;
}
