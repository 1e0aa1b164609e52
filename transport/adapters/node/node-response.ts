import type { ServerResponse } from "node:http";
import { ComposedText } from "../../http/json/composed-text.ts";
import { type HeaderList, type HttpResponse, inOnePiece, type WholeBody } from "../../http/port.ts";
import { encodedBody } from "../shared/encoded-body.ts";
import { BodyMemory } from "./body-memory.ts";

/** The fields of an answer as `writeHead` takes them: names and values in turn. `size`: of the body, in bytes. */
export function headFields({ status, headers, ownHeaders, requestId }: HttpResponse, size: number | null): string[] {
  const fields = [...sharedFields(headers), "x-request-id", requestId];
  if (ownHeaders !== undefined) for (const [name, value] of ownHeaders) fields.push(name, value);
  if (size !== null) fields.push("content-length", String(size));
  else if (status !== 204 && status !== 304) fields.push("content-length", "0");
  return fields;
}

const FIELDS = new WeakMap<HeaderList, readonly string[]>();

/** The fields of a header list that many answers share, cached with the list. */
function sharedFields(headers: HeaderList): readonly string[] {
  const known = FIELDS.get(headers);
  if (known !== undefined) return known;
  const fields = headers.flat();
  FIELDS.set(headers, fields);
  return fields;
}

/** Shorter bodies are written as texts: Node joins a text with the head, but not bytes. */
const TEXT_BYTES = 4_096;

/**
 * Ends an answer with a body that is not large. Head and body are one write; `end` with a body would add an empty one.
 * `size`: of the body, in bytes.
 */
export function endWith(outgoing: ServerResponse, body: WholeBody, size: number): void {
  if (size > 0 && size < TEXT_BYTES && Buffer.isBuffer(body)) write(outgoing, body.toString("latin1"), "latin1");
  else if (size >= TEXT_BYTES && body instanceof ComposedText) writeComposed(outgoing, body);
  // As many bytes as characters, so all are ASCII: copied, not encoded.
  else if (size > 0) write(outgoing, inOnePiece(body), body.length === size ? "latin1" : "utf8");
  outgoing.end();
}

function write(outgoing: ServerResponse, body: string | Uint8Array, encoding: BufferEncoding): void {
  outgoing.cork();
  outgoing.write(body, encoding);
  outgoing.uncork();
}

const MEMORY = new BodyMemory();

function writeComposed(outgoing: ServerResponse, body: ComposedText): void {
  const { socket } = outgoing;
  const before = socket?.bytesWritten ?? 0;
  const held = MEMORY.hold(encodedBody(body));
  write(outgoing, held, "latin1");
  // Only the system's socket says so, and says it only of bytes that it has taken.
  if (socket?.writableLength === 0 && socket.bytesWritten - before >= held.byteLength) MEMORY.giveBack(held);
}
