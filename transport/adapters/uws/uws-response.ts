import type { HttpResponse as NativeResponse } from "uWebSockets.js";
import { STATUS_CODES } from "node:http";
import { bodySize, type HeaderList, type HttpResponse, inOnePiece, isSource, type WholeBody } from "../../http/port.ts";
import { encodedBody, keptBody } from "../shared/encoded-body.ts";
import { LARGE_ANSWER } from "../shared/limits.ts";
import { type Begin, sendSource } from "./uws-source.ts";

const STATUS_LINES: ReadonlyMap<number, string> = new Map(
  Object.entries(STATUS_CODES).map(([status, text]) => [Number(status), `${status} ${text}`]),
);

/**
 * Whether the connection closes with an answer: `asked` by the client, which the native side handles, or `decided`
 * by Galley.
 */
export type Ending = "no" | "asked" | "decided";

const CLOSE_LINE = "\r\nconnection: close";

/**
 * Writes an answer; call it in the callback that lends the native response, or corked. `begin` is called if a large body
 * cannot be written at once, with the bytes that are held for the client; the function it returns is called when the
 * body is out or the client has gone.
 *
 * `head`: the request was a HEAD, so the length is sent without a body. False: the answer takes time.
 */
export function sendUws(
  native: NativeResponse,
  { status, headers, ownHeaders, requestId, body }: HttpResponse,
  head: boolean,
  ending: Ending,
  begin: Begin,
): boolean {
  const closes = ending === "decided" && isClosable(body, head);
  // Headers that the native side writes by itself.
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
  else return send(native, ArrayBuffer.isView(body) ? body : encodedBody(body), begin);
  return true;
}

/** Closes the connection, which accepts no more input until its client has received the answer. */
export function endAndClose(native: NativeResponse, body: string | Uint8Array): void {
  native.pause();
  native.end(body, true);
}

/**
 * Whether the connection can be closed together with the answer: only if its body is written in one piece. Other answers
 * announce the close, and the client carries it out.
 */
export function isClosable(body: HttpResponse["body"], head: boolean): body is WholeBody {
  return !head && body !== null && !isSource(body) && body.length < LARGE_ANSWER;
}

const LINES = new WeakMap<HeaderList, string>();

/** The lines of a header list that many answers share, cached with the list. */
function sharedLines(headers: HeaderList): string {
  const known = LINES.get(headers);
  if (known !== undefined) return known;
  // Joined: `+` would build a rope, to be flattened for each answer.
  const lines = headers.map(lineOf).join("");
  LINES.set(headers, lines);
  return lines;
}

/** Headers as lines that continue the previous one: one native call for all costs much less than one per header. */
function linesOf(headers: HeaderList): string {
  let lines = "";
  for (const header of headers) lines += lineOf(header);
  return lines;
}

function lineOf([name, value]: HeaderList[number]): string {
  return `\r\n${name}: ${value}`;
}

/** Refuses a HEAD with the length of a body alone. The client closes the connection, as after other answers to HEAD. */
export function refuseHead(native: NativeResponse, body: string): void {
  native.writeHeader("connection", "close");
  endHead(native, body);
}

/** Given a length, the native call keeps the answer open for a body. */
function endHead(native: NativeResponse, body: HttpResponse["body"]): void {
  native.writeHeader("content-length", String(body === null ? 0 : bodySize(body)));
  native.endWithoutBody();
}

/**
 * Writes what the client takes, and the rest as it reads on: no unbounded buffer, even for a client that sends request
 * after request and never reads. One that sends while an answer is still going out is cut off by the native side.
 * Never closes the connection by itself: the client or the idle timeout does.
 */
function send(native: NativeResponse, body: Uint8Array, begin: Begin): boolean {
  const [, finished] = native.tryEnd(body, body.byteLength);
  if (finished) return true;
  const end = begin(body.byteLength);
  const kept = keptBody(body);
  native.onAborted(end);
  native.onWritable((offset) => {
    const [accepted, finishedNow] = native.tryEnd(kept.subarray(offset), kept.byteLength);
    if (finishedNow) end();
    return accepted;
  });
  return false;
}
