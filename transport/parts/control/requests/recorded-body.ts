import { TextDecoder, TextEncoder } from "node:util";
import { isForm } from "../../../http/form/form-type.ts";
import { notedForm } from "../../../http/form/noted-form.ts";
import {
  type ArrivingBody,
  type Body,
  type HttpRequest,
  inOnePiece,
  isSource,
  type WholeBody,
} from "../../../http/port.ts";
import { isUrlencoded, readBody, readFields } from "./seen-request.ts";

/** Bytes of one body that are kept, or characters of a text. */
export const BODY_BYTES = 1_048_576;

/** A body as recorded with its request. */
export interface RecordedBody {
  /** Bytes that are kept, or characters of a text. */
  readonly bytes: number;
  /** True if only its beginning is kept. */
  readonly isCut: boolean;
  /** As `SeenRequest` has a body; the text if it is truncated. */
  readonly read: () => unknown;
  /** As it was sent, as far as it is kept; null without one. */
  readonly whole: () => string | Uint8Array | null;
  /** There was a body; nothing of it is kept. */
  readonly isLost?: true;
}

const NO_BODY: RecordedBody = { bytes: 0, isCut: false, read: () => null, whole: () => null };
const LOST_BODY: RecordedBody = { ...NO_BODY, isLost: true };

/** The recorded part of the body of a request that was answered. */
export function recordedRequest(request: HttpRequest): RecordedBody {
  const { body } = request;
  if (body === "too large") return LOST_BODY;
  if (body === null) return NO_BODY;
  if (isForm(request)) return recordedForm(body);
  const recorded = recordedBody(body);
  return recorded.isCut || !isUrlencoded(request) ? recorded : { ...recorded, read: () => readFields(body) };
}

/** The bytes of files are not recorded. */
function recordedForm(body: Uint8Array | ArrivingBody): RecordedBody {
  const form = notedForm(body);
  if (form === null) return LOST_BODY;
  const text = JSON.stringify(form);
  return text.length > BODY_BYTES
    ? { ...recordedBody(text), whole: () => null, isLost: true }
    : { ...LOST_BODY, bytes: text.length, read: () => form };
}

/** The recorded part of a body. Streams are not recorded. */
export function recordedBody(body: Body | ArrivingBody | null): RecordedBody {
  if (body === null) return NO_BODY;
  if (isSource(body)) return LOST_BODY;
  if (body.length <= BODY_BYTES)
    return { bytes: body.length, isCut: false, read: () => readBody(body), whole: () => inOnePiece(body) };
  const beginning = beginningOf(body);
  return { bytes: beginning.byteLength, isCut: true, read: () => TEXT.decode(beginning), whole: () => beginning };
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
