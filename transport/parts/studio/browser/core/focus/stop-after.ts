/** Elements that Tab stops at. */
export const STOPS =
  "a[href], button:not([tabindex='-1']), input, select, textarea, summary, iframe, [contenteditable], [tabindex]:not([tabindex='-1'])";

/**
 * Where the focus goes from a control that lost it by changes of the page: back to it where it was only moved, to the same
 * control where it was made anew, else to the next one, else to the one before.
 */
export function stopAfter(last: HTMLElement, changes: readonly MutationRecord[]): HTMLElement {
  if (last.isConnected) return last.matches(":disabled") ? besideDisabled(last) : last;
  const place = placeOf(last, changes);
  const stops = stopsIn(scopeOf(place));
  const twin = stops.find((stop) => place.parent.contains(stop) && isTwin(stop, last));
  return twin ?? nextOf(stops, place);
}

/** From a control that goes no further in one direction, the one before it can mostly go back. */
function besideDisabled(last: HTMLElement): HTMLElement {
  const parent = last.parentElement ?? document.body;
  const place = { parent, before: last };
  const before = stopsIn(parent).findLast((stop) => !isBehind(stop, place));
  return before ?? nextOf(stopsIn(scopeOf(place)), place);
}

function nextOf(stops: readonly HTMLElement[], place: Place): HTMLElement {
  // A second Enter must not delete what nobody meant.
  const harmless = stops.filter((stop) => !stop.classList.contains("danger"));
  const next = harmless.find((stop) => isBehind(stop, place));
  return next ?? harmless.at(-1) ?? document.querySelector("main") ?? document.body;
}

function stopsIn(scope: Element): readonly HTMLElement[] {
  const stops = [...scope.querySelectorAll<HTMLElement>(STOPS)];
  return stops.filter((stop) => stop.checkVisibility() && !stop.matches(":disabled"));
}

/** Where a control is or was. */
interface Place {
  readonly parent: Node;
  /** Null at the beginning of the parent. */
  readonly before: Node | null;
}

function placeOf(last: HTMLElement, changes: readonly MutationRecord[]): Place {
  let gone: Node = last;
  for (const { target, previousSibling, removedNodes } of changes) {
    if (![...removedNodes].some((node) => node.contains(gone))) continue;
    if (target.isConnected) return { parent: target, before: previousSibling?.isConnected ? previousSibling : null };
    gone = target;
  }
  return { parent: document.querySelector("main") ?? document.body, before: null };
}

/** The content is not left for what stands around it, nor an open dialog for the page behind it. */
function scopeOf({ parent }: Place): Element {
  const scopes = [...document.querySelectorAll("dialog[open], main")];
  return scopes.find((scope) => scope.contains(parent)) ?? document.body;
}

function isBehind(stop: HTMLElement, { parent, before }: Place): boolean {
  const { DOCUMENT_POSITION_FOLLOWING, DOCUMENT_POSITION_CONTAINED_BY } = Node;
  const position = (before ?? parent).compareDocumentPosition(stop);
  const isWithin = (position & DOCUMENT_POSITION_CONTAINED_BY) !== 0;
  return (position & DOCUMENT_POSITION_FOLLOWING) !== 0 && (before === null || !isWithin);
}

/** Whether both are the same control to people. */
function isTwin(one: HTMLElement, other: HTMLElement): boolean {
  const name = nameOf(one);
  return name !== "" && one.tagName === other.tagName && one.id === other.id && name === nameOf(other);
}

function nameOf(element: HTMLElement): string {
  return element.id || element.ariaLabel || (element.closest("label") ?? element).textContent || "";
}
