import { type ServerResponse, STATUS_CODES, validateHeaderName, validateHeaderValue } from "node:http";
import { bodySize, type HeaderList, type HttpResponse, inBytes, isSource, type WholeBody } from "../../http/port.ts";
import { KEEP_ALIVE_TIMEOUT, LARGE_ANSWER } from "../shared/limits.ts";

/**
 * Writes an answer that is small and keeps its connection open, head and body as one text: one write, which Node
 * neither joins nor checks header by header. False: nothing was written; use `writeHead` and `end`.
 *
 * `ServerResponse` writes the text that `writeHead` leaves in `_header` together with the first piece of the body, or
 * alone if there is none. Here that text includes the body; the rest, pipelining order above all, is left to Node.
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

/** Set by `writeHead`; null before. */
interface WithHead {
  _header: string | null;
}

/** One character per byte of a body. */
function octets(body: WholeBody, size: number): string {
  // As many bytes as characters, so all are ASCII.
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

/** The lines of a header list that many answers share, cached with the list. */
function sharedLines(headers: HeaderList): string {
  const known = LINES.get(headers);
  if (known !== undefined) return known;
  // Joined: `+` would build a rope, to be flattened for each answer.
  const lines = headers.map((header) => linesOf([header])).join("");
  LINES.set(headers, lines);
  return lines;
}

/** @throws TypeError for a value that cannot be sent as a header. */
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

/** The end of every head that Node writes, including the current second's date. */
function lastLines(): string {
  const now = Math.floor(Date.now() / 1000);
  if (now !== second) {
    second = now;
    dateLine = `Date: ${new Date(now * 1000).toUTCString()}\r\n`;
  }
  return dateLine + KEPT_OPEN;
}

const KEPT_OPEN = `Connection: keep-alive\r\nKeep-Alive: timeout=${KEEP_ALIVE_TIMEOUT / 1000}\r\n\r\n`;
