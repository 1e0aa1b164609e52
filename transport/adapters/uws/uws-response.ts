import type { HttpResponse as NativeResponse } from "uWebSockets.js";
import { STATUS_CODES } from "node:http";
import type { ComposedText } from "../../http/json/composed-text.ts";
import {
  bodySize,
  type HeaderList,
  type HttpResponse,
  inBytes,
  inOnePiece,
  isSource,
  type WholeBody,
} from "../../http/port.ts";
import { LARGE_ANSWER } from "../shared/limits.ts";
import { type Begin, sendSource } from "./uws-source.ts";

const STATUS_LINES: ReadonlyMap<number, string> = new Map(
  Object.entries(STATUS_CODES).map(([status, text]) => [Number(status), `${status} ${text}`]),
);

/**
 * Whether the connection ends with an answer: `asked` by the client, which the native side handles, or as
 * `decided` here.
 */
export type Ending = "no" | "asked" | "decided";

const CLOSE_LINE = "\r\nconnection: close";

/**
 * Writes an answer; to be called in the callback that lends the native response, or corked. `begin` is called when a
 * large body cannot be written at once, with the bytes that are held for the client, and what it gives when the body is
 * out or the client has gone.
 *
 * `head`: the request was a HEAD, so the length is sent and the body is not. False: the answer takes its time.
 */
export function sendUws(
  native: NativeResponse,
  { status, headers, ownHeaders, requestId, body }: HttpResponse,
  head: boolean,
  ending: Ending,
  begin: Begin,
): boolean {
  const closes = ending === "decided" && isClosable(body, head);
  // What the native side writes by itself anyway.
  if (status !== 200) native.writeStatus(STATUS_LINES.get(status) ?? String(status));
  native.writeHeader(
    "x-request-id",
    requestId +
      sharedLines(headers) +
      (ownHeaders === undefined ? "" : linesOf(ownHeaders)) +
      (ending === "no" || closes ? "" : CLOSE_LINE),
  );
  if (body === null && (status === 204 || status === 304)) native.endWithoutBody();
  else if (head) endHead(native, body);
  else if (closes) endAndClose(native, inOnePiece(body));
  else if (body === null) native.end("");
  else if (isSource(body)) return sendSource(native, body, begin);
  else if (body.length === 0) native.end(inOnePiece(body));
  else return send(native, body instanceof Uint8Array ? body : encoded(body), begin);
  return true;
}

/** Ends the connection, which takes no more in until its client has taken the answer. */
export function endAndClose(native: NativeResponse, body: string | Uint8Array): void {
  native.pause();
  native.end(body, true);
}

/**
 * Whether the connection can be closed together with the answer. Only a body that is written in one piece can do that;
 * what else is to close says so, and the client does.
 */
export function isClosable(body: HttpResponse["body"], head: boolean): body is WholeBody {
  return !head && body !== null && !isSource(body) && body.length < LARGE_ANSWER;
}

/** For texts that are not large; a character takes three bytes at most. */
const ENCODED = Buffer.allocUnsafeSlow(LARGE_ANSWER * 3);

/** The text in bytes, which the next one may overwrite: the native call encodes texts much more slowly. */
function encoded(body: string | ComposedText): Uint8Array {
  if (body.length >= LARGE_ANSWER) return inBytes(body);
  return ENCODED.subarray(0, typeof body === "string" ? ENCODED.write(body) : body.writeTo(ENCODED));
}

const LINES = new WeakMap<HeaderList, string>();

/** The lines of a list that many answers share, kept with it. */
function sharedLines(headers: HeaderList): string {
  const known = LINES.get(headers);
  if (known !== undefined) return known;
  // Joined: what `+` puts together stays in pieces, which would be gathered again for each answer.
  const lines = headers.map(lineOf).join("");
  LINES.set(headers, lines);
  return lines;
}

/** Headers as lines that continue the one before: one native call for all of them costs much less than one for each. */
function linesOf(headers: HeaderList): string {
  let lines = "";
  for (const header of headers) lines += lineOf(header);
  return lines;
}

function lineOf([name, value]: HeaderList[number]): string {
  return `\r\n${name}: ${value}`;
}

/** Given a length, the native call leaves the answer open for a body to come. */
function endHead(native: NativeResponse, body: HttpResponse["body"]): void {
  native.writeHeader("content-length", String(body === null ? 0 : bodySize(body)));
  native.endWithoutBody();
}

/**
 * Writes what the client takes, and the rest as it reads on: nothing waits in a buffer that has no end, not even for a
 * client that asks again and again and never reads. One that asks while an answer is still going out is cut off by the
 * native side. Never closes the connection by itself: the client does, or the idle timeout.
 */
function send(native: NativeResponse, body: Uint8Array, begin: Begin): boolean {
  const [, finished] = native.tryEnd(body, body.byteLength);
  if (finished) return true;
  const end = begin(body.byteLength);
  const kept = body.buffer === ENCODED.buffer ? Uint8Array.from(body) : body;
  native.onAborted(end);
  native.onWritable((offset) => {
    const [accepted, finishedNow] = native.tryEnd(kept.subarray(offset), kept.byteLength);
    if (finishedNow) end();
    return accepted;
  });
  return false;
}
