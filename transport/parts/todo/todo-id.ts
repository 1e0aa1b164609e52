import { EngineError } from "../../../engine/internal.ts";

/** An id in a path. */
export interface TodoId {
  /** As it was sent, for messages. */
  readonly text: string;
  /** Null: out of the range of todo ids. */
  readonly number: number | null;
}

const SMALLEST = -(2n ** 63n);
const LARGEST = 2n ** 63n - 1n;

/** Maximum length of a 64-bit signed integer in decimal. */
const MAX_CHARACTERS = 20;

/**
 * Parses a 64-bit signed integer in decimal digits.
 *
 * @throws EngineError `validation` for any other text.
 */
export function parseTodoId(text: string): TodoId {
  if (text.length > MAX_CHARACTERS || !/^-?\d+$/.test(text)) throw notAnId(text);
  const id = BigInt(text);
  if (id < SMALLEST || id > LARGEST) throw notAnId(text);
  const number = Number(id);
  return { text, number: Number.isSafeInteger(number) && number > 0 ? number : null };
}

function notAnId(text: string): EngineError {
  const shown = text.length > 40 ? `${text.slice(0, 40)}…` : text;
  return new EngineError("validation", `The id of a todo is a 64-bit integer, not ${JSON.stringify(shown)}`);
}
