import type { ErrorDetails } from "../../engine/internal.ts";

/** Largest error body in bytes: an error never sends back much of what caused it. */
export const ERROR_BYTES = 4096;

/** How much of an error is sent: all but long texts, or as much less as makes it fit. */
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

/** The error body of the content service (content, Errors). Long texts are cut short, beyond `ERROR_BYTES` lists as well. */
export function errorBody(status: number, name: string, message: string, details?: ErrorDetails): string {
  const whole = { data: null, error: { status, name, message, details } };
  const least = { ...whole.error, message: shortText(message, 40), details: details === undefined ? undefined : {} };
  return fittingJson(whole, 2) ?? JSON.stringify({ data: null, error: least });
}

/**
 * A value as JSON of `ERROR_BYTES` at most: long texts are cut short, lists too if it must be, and levels too deep below
 * its outer ones left out; null when none of that is enough.
 */
export function fittingJson(value: unknown, outerLevels: number): string | null {
  let shortened = value;
  for (const cut of CUTS) {
    // Each goes on from the last one: what is wide is looked through once.
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
