import { type ServerResponse, STATUS_CODES, validateHeaderName, validateHeaderValue } from "node:http";
import { bodySize, type HeaderList, type HttpResponse, inBytes, isSource, type WholeBody } from "../../http/port.ts";
import { KEEP_ALIVE_TIMEOUT, LARGE_ANSWER } from "../shared/limits.ts";

/**
 * Writes an answer that leaves its connection open and is not large, head and body as one text: one write, which Node
 * neither puts together nor checks header by header. False: nothing is written, `writeHead` and `end` have to.
 *
 * `ServerResponse` writes the text that `writeHead` leaves in `_header` with the first piece of its body, or alone where
 * there is none. The body is part of that text here; all else, the order of pipelined answers above all, is Node's.
 */
export function sendInOneWrite(outgoing: ServerResponse, response: HttpResponse, isHead: boolean): boolean {
  const { status, headers, ownHeaders, requestId, body } = response;
  const kept = outgoing as ServerResponse & WithHead;
  if (kept._header !== null || !outgoing.shouldKeepAlive) return false;
  if (body !== null && (isSource(body) || body.length >= LARGE_ANSWER)) return false;
  const size = body === null ? 0 : bodySize(body);
  outgoing.statusCode = status;
  kept._header =
    statusLine(status) +
    sharedLines(headers) +
    (ownHeaders === undefined ? "" : linesOf(ownHeaders)) +
    `x-request-id: ${requestId}\r\n` +
    (body === null && (status === 204 || status === 304) ? "" : `content-length: ${size}\r\n`) +
    lastLines() +
    (body === null || isHead ? "" : octets(body, size));
  outgoing.end();
  return true;
}

/** What `writeHead` fills; null before. */
interface WithHead {
  _header: string | null;
}

/** A character for each byte of a body. */
function octets(body: WholeBody, size: number): string {
  // As many bytes as characters: all of them ASCII.
  if (!(body instanceof Uint8Array) && body.length === size) return body.toString();
  const { buffer, byteOffset, byteLength } = inBytes(body);
  return Buffer.from(buffer, byteOffset, byteLength).toString("latin1");
}

const STATUS_LINES = new Map<number, string>();

function statusLine(status: number): string {
  const known = STATUS_LINES.get(status);
  if (known !== undefined) return known;
  const line = `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? "unknown"}\r\n`;
  STATUS_LINES.set(status, line);
  return line;
}

const LINES = new WeakMap<HeaderList, string>();

/** The lines of a list that many answers share, kept with it. */
function sharedLines(headers: HeaderList): string {
  const known = LINES.get(headers);
  if (known !== undefined) return known;
  // Joined: what `+` puts together stays in pieces, which would be gathered again for each answer.
  const lines = headers.map((header) => linesOf([header])).join("");
  LINES.set(headers, lines);
  return lines;
}

/** @throws TypeError for what could not be sent as a header. */
function linesOf(headers: HeaderList): string {
  let lines = "";
  for (const [name, value] of headers) {
    validateHeaderName(name);
    validateHeaderValue(name, value);
    lines += `${name}: ${value}\r\n`;
  }
  return lines;
}

let second = 0;
let dateLine = "";

/** What Node ends a head with, the date of this second among it. */
function lastLines(): string {
  const now = Math.floor(Date.now() / 1000);
  if (now !== second) {
    second = now;
    dateLine = `Date: ${new Date(now * 1000).toUTCString()}\r\n`;
  }
  return dateLine + KEPT_OPEN;
}

const KEPT_OPEN = `Connection: keep-alive\r\nKeep-Alive: timeout=${KEEP_ALIVE_TIMEOUT / 1000}\r\n\r\n`;
