import type { ErrorDetails } from "../../engine/internal.ts";

/** Maximum error body in bytes: an error never sends back much of its cause. */
export const ERROR_BYTES = 4096;

/** How much of an error is sent: everything but long texts, or less if that does not fit. */
const CUTS: readonly Cut[] = [
  // So many items would not fit, however short they are.
  { text: 400, items: ERROR_BYTES / 2, depth: Number.POSITIVE_INFINITY },
  { text: 400, items: 50, depth: 12 },
  { text: 200, items: 10, depth: 8 },
  { text: 80, items: 5, depth: 4 },
  { text: 40, items: 2, depth: 3 },
];

interface Cut {
  /** Characters of a text or a key. */
  readonly text: number;
  /** Items of a list, keys of an object. */
  readonly items: number;
  /** Levels of lists and objects. */
  readonly depth: number;
}

/** The error body of the content service (content, Errors). Long texts are truncated; beyond `ERROR_BYTES` lists as well. */
export function errorBody(status: number, name: string, message: string, details?: ErrorDetails): string {
  const whole = { data: null, error: { status, name, message, details } };
  const least = { ...whole.error, message: shortText(message, 40), details: details === undefined ? undefined : {} };
  return fittingJson(whole, 2) ?? JSON.stringify({ data: null, error: least });
}

/**
 * A value as JSON of at most `ERROR_BYTES`: long texts are truncated, lists too if necessary, and levels that are too
 * deep are left out; null if even that is too long.
 */
export function fittingJson(value: unknown, outerLevels: number): string | null {
  let shortened = value;
  for (const cut of CUTS) {
    // Each step works on the previous result, so that wide values are walked once.
    shortened = shorten(shortened, cut, -outerLevels);
    const text = JSON.stringify(shortened);
    if (fits(text)) return text;
  }
  return null;
}

function fits(body: string): boolean {
  return body.length <= ERROR_BYTES && Buffer.byteLength(body) <= ERROR_BYTES;
}

function shorten(value: unknown, cut: Cut, level: number): unknown {
  if (typeof value === "string") return shortText(value, cut.text);
  if (typeof value !== "object" || value === null) return value;
  if (level === cut.depth) return "…";
  if (Array.isArray(value)) return value.slice(0, cut.items).map((item) => shorten(item, cut, level + 1));
  const keys = Object.keys(value).slice(0, level < 0 ? undefined : cut.items);
  return Object.fromEntries(
    keys.map((key) => [shortText(key, cut.text), shorten(Reflect.get(value, key), cut, level + 1)]),
  );
}

function shortText(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length)}…`;
}
