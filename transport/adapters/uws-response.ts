import type { HttpResponse as NativeResponse } from "uWebSockets.js";
import { STATUS_CODES } from "node:http";
import { bodySize, type HeaderList, type HttpResponse, isSource } from "../port.ts";
import { sendSource } from "./uws-source.ts";

/** From this many bytes on a body goes out as fast as the client reads it, instead of into a buffer at once. */
const STREAMED_BYTES = 65_536;

const STATUS_LINES: ReadonlyMap<number, string> = new Map(
  Object.entries(STATUS_CODES).map(([status, text]) => [Number(status), `${status} ${text}`]),
);

/**
 * Writes an answer; to be called in the callback that lends the native response, or corked. `begin` is called when a
 * large body cannot be written at once, and what it gives when the body is out or the client has gone.
 *
 * `head`: the request was a HEAD, so the length is sent and the body is not. `close`: the connection ends with it.
 */
export function sendUws(
  native: NativeResponse,
  { status, headers, ownHeaders, requestId, body }: HttpResponse,
  head: boolean,
  close: boolean,
  begin: () => () => void,
): void {
  // What the native side writes by itself anyway.
  if (status !== 200) native.writeStatus(STATUS_LINES.get(status) ?? String(status));
  native.writeHeader(
    "x-request-id",
    requestId + linesOf(headers) + (ownHeaders === undefined ? "" : linesOf(ownHeaders)),
  );
  if (body === null && (status === 204 || status === 304)) native.endWithoutBody();
  else if (head) endHead(native, body, close);
  else if (body === null) native.end("", close);
  else if (isSource(body)) sendSource(native, body, begin);
  else if (body.length < STREAMED_BYTES) native.end(typeof body === "string" ? encoded(body) : body, close);
  else stream(native, typeof body === "string" ? Buffer.from(body) : body, begin);
}

/** A character takes three bytes at most. */
const ENCODED = Buffer.allocUnsafeSlow(STREAMED_BYTES * 3);

/** The text in bytes that the next one overwrites: the native call copies them, and encodes texts much more slowly. */
function encoded(body: string): Uint8Array {
  return ENCODED.subarray(0, ENCODED.write(body));
}

const LINES = new WeakMap<HeaderList, string>();

/** Headers as lines that continue the one before: one native call for all of them costs much less than one for each. */
function linesOf(headers: HeaderList): string {
  const known = LINES.get(headers);
  if (known !== undefined) return known;
  const lines = headers.map(([name, value]) => `\r\n${name}: ${value}`).join("");
  LINES.set(headers, lines);
  return lines;
}

/** Given a length, the native call leaves the answer open for a body to come; without one, it cannot close. */
function endHead(native: NativeResponse, body: HttpResponse["body"], close: boolean): void {
  native.writeHeader("content-length", String(body === null ? 0 : bodySize(body)));
  if (close) native.writeHeader("connection", "close");
  native.endWithoutBody();
}

/** Never closes the connection by itself: the client does, or the idle timeout. */
function stream(native: NativeResponse, body: Uint8Array, begin: () => () => void): void {
  const [, finished] = native.tryEnd(body, body.byteLength);
  if (finished) return;
  const end = begin();
  native.onAborted(end);
  native.onWritable((offset) => {
    const [accepted, finishedNow] = native.tryEnd(body.subarray(offset), body.byteLength);
    if (finishedNow) end();
    return accepted;
  });
}
