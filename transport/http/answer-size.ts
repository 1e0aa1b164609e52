import { tooLargeAnswer } from "../../engine/internal.ts";
import type { ComposedText } from "./json/composed-text.ts";
import { bodySize } from "./port.ts";

/** Maximum bytes per character. */
export const MAX_CHARACTER_BYTES = 3;

/**
 * The body, whose characters were charged while it was written; its bytes are counted only if they could be too many.
 *
 * @throws EngineError `validation` for a body of more than `bytes`.
 */
export function withinBytes<T extends string | ComposedText>(body: T, bytes: number): T {
  if (!isWithinBytes(body, bytes)) throw tooLargeAnswer(bytes);
  return body;
}

/** Whether a body has at most so many bytes. */
export function isWithinBytes(body: string | ComposedText, bytes: number): boolean {
  return body.length * MAX_CHARACTER_BYTES <= bytes || bodySize(body) <= bytes;
}
