import type { IncomingMessage, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { REFUSAL_HEADERS, type Refusal, refusalBody, refusalText } from "./refusal.ts";

/** What gets past Node's own checks: codings of the body beside chunked. */
export function refuse(outgoing: ServerResponse): void {
  const body = refusalBody(400);
  const headers = [...REFUSAL_HEADERS.flat(), "content-length", String(body.length), "connection", "close"];
  outgoing.writeHead(400, headers).end(body);
  // What comes behind it is refused no second time.
  outgoing.socket?.destroySoon();
}

/** What Node cannot read, or will not wait for. In the middle of an answer nothing else can be said. */
export function refuseUnread(error: NodeJS.ErrnoException, socket: Duplex): void {
  const last = ANSWERS.get(socket);
  const isBegun = last?.headersSent === true && !last.writableFinished;
  if (socket.writable && !isBegun) socket.end(refusalText(statusOf(error)), () => socket.destroy());
  else socket.destroy();
}

/** To be called for each answer before it begins. */
export function noteAnswer(incoming: IncomingMessage, outgoing: ServerResponse): void {
  ANSWERS.set(incoming.socket, outgoing);
}

/** The last answer of each connection, begun or not. */
const ANSWERS = new WeakMap<Duplex, ServerResponse>();

function statusOf({ code }: NodeJS.ErrnoException): Refusal {
  if (code === "HPE_HEADER_OVERFLOW") return 431;
  if (code === "HPE_CHUNK_EXTENSIONS_OVERFLOW") return 413;
  return code === "ERR_HTTP_REQUEST_TIMEOUT" ? 408 : 400;
}
