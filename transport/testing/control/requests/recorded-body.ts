import { type ArrivingBody, type Body, inOnePiece, isSource, type WholeBody } from "../../../http/port.ts";
import { readBody } from "./seen-request.ts";

/** Bytes of one body that are kept, or characters of a text. */
export const BODY_BYTES = 1_048_576;

/** A body as recorded with its request. */
export interface RecordedBody {
  /** Bytes that are kept, or characters of a text. */
  readonly bytes: number;
  /** True if only its beginning is kept. */
  readonly isCut: boolean;
  /** The parsed value if the body is JSON, else its text; the text if it is truncated; null if there is none. */
  readonly read: () => unknown;
}

const NO_BODY: RecordedBody = { bytes: 0, isCut: false, read: () => null };

/** The recorded part of a body. Streams are not recorded. */
export function recordedBody(body: Body | ArrivingBody | null): RecordedBody {
  if (body === null || isSource(body)) return NO_BODY;
  if (body.length <= BODY_BYTES) return { bytes: body.length, isCut: false, read: () => readBody(body) };
  const beginning = beginningOf(body);
  return { bytes: beginning.byteLength, isCut: true, read: () => TEXT.decode(beginning) };
}

const TEXT = new TextDecoder();
const UTF8 = new TextEncoder();

/** A copy, which does not reference the whole. */
function beginningOf(body: WholeBody): Uint8Array {
  const whole = inOnePiece(body);
  // Of a Buffer, `slice` would be a view.
  if (typeof whole !== "string") return new Uint8Array(whole.subarray(0, BODY_BYTES));
  const beginning = new Uint8Array(BODY_BYTES);
  return beginning.subarray(0, UTF8.encodeInto(whole, beginning).written);
}
