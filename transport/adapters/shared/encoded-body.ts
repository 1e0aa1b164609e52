import { MAX_CHARACTER_BYTES } from "../../http/answer-size.ts";
import type { ComposedText } from "../../http/json/composed-text.ts";
import { EntryBytes } from "../../http/json/entry-bytes.ts";
import { inBytes } from "../../http/port.ts";
import { LARGE_ANSWER } from "./limits.ts";

/** The most bytes of a body that is not large. */
const BODY_BYTES = LARGE_ANSWER * MAX_CHARACTER_BYTES;

const ENCODED = Buffer.allocUnsafeSlow(BODY_BYTES);
/** Undefined until a body is composed; null if the host does not allow it. */
let composer: EntryBytes | null | undefined;

/** A body in bytes, valid until the next call: `keptBody` keeps it. */
export function encodedBody(body: string | ComposedText): Uint8Array {
  if (body.length >= LARGE_ANSWER) return inBytes(body);
  if (typeof body === "string") return ENCODED.subarray(0, ENCODED.write(body));
  if (composer === undefined) composer = EntryBytes.forBodies(BODY_BYTES);
  return composer?.compose(body) ?? ENCODED.subarray(0, body.writeTo(ENCODED));
}

/** The bytes of a body, copied if the next one would overwrite them. */
export function keptBody(bytes: Uint8Array): Uint8Array {
  return bytes.buffer === ENCODED.buffer || composer?.holds(bytes) ? Uint8Array.from(bytes) : bytes;
}
