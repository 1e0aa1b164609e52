import type { Value } from "../../values/value.ts";

/** A text that JSON contains as it is. JSON escapes lone surrogates only; texts with any are left to `JSON.stringify`. */
const PLAIN = /^[ !#-[\]-\ud7ff\ue000-\uffff]*$/;

/** The pieces of a member: its key, a quote, its value, a quote. Both quotes are empty unless the value is a plain text. */
const PIECES = 4;
const [OPENING, VALUE, CLOSING] = [1, 2, 3];

/**
 * Makes the JSON texts of objects that have the same keys, one after another. All pieces of a text are joined at once:
 * `JSON.stringify` of each value, and texts added to each other, allocate three times as much.
 */
export class ObjectText {
  readonly #pieces: string[];

  constructor(keys: readonly string[]) {
    const members = keys.map((key, at) => [`${at === 0 ? "" : ","}${JSON.stringify(key)}:`, "", "null", ""]);
    this.#pieces = ["{", ...members.flat(), "}"];
  }

  /** Sets the value of the key at this place, which it keeps until it is set again. */
  set(at: number, value: Value): void {
    const member = 1 + at * PIECES;
    const isPlain = typeof value === "string" && PLAIN.test(value);
    const quote = isPlain ? '"' : "";
    this.#pieces[member + OPENING] = quote;
    this.#pieces[member + VALUE] = isPlain ? value : textOf(value);
    this.#pieces[member + CLOSING] = quote;
  }

  /** The text of the values that are set now. */
  join(): string {
    return this.#pieces.join("");
  }
}

/** As `JSON.stringify`, without its allocations for short values. */
function textOf(value: Value): string {
  if (value === null) return "null";
  if (value === true) return "true";
  if (value === false) return "false";
  if (typeof value === "number" && Number.isFinite(value)) return String(value);
  return JSON.stringify(value);
}
