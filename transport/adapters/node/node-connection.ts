import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { HttpError } from "../../http/http-error.ts";
import { type Refusal, refusalBody, refusalHead, refusalHeaders, refusalText } from "../shared/refusal.ts";
import type { StreamedBody } from "../shared/streamed-body.ts";

/**
 * One connection of node:http, which parses every request of a packet before any of them is answered. Once a request
 * closes the connection, nothing that arrives behind it is carried out or answered.
 */
export class NodeConnection {
  readonly #socket: Socket;
  /** The last request that arrived, and whether it has been handled, completely or not. */
  #newest: { readonly incoming: IncomingMessage; readonly outgoing: ServerResponse } | null = null;
  #isNewestHandled = true;
  /** Response to the request before the newest. */
  #before: ServerResponse | null = null;
  #isEnding = false;
  #isUnreadable = false;
  /** Body of the newest request, if its handler reads it as a stream. */
  #stream: StreamedBody | null = null;

  constructor(socket: Socket) {
    this.#socket = socket;
  }

  /** Call with the head of each request. False: it comes after a request that closes the connection. */
  take(incoming: IncomingMessage, outgoing: ServerResponse): boolean {
    if (this.#isEnding) return false;
    this.#before = this.#newest?.outgoing ?? null;
    this.#stream = null;
    this.#newest = { incoming, outgoing };
    this.#isNewestHandled = false;
    // The client requested that.
    this.#isEnding = !outgoing.shouldKeepAlive;
    return true;
  }

  /** Call when the handler reads the body of the newest request as a stream. */
  stream(body: StreamedBody): void {
    this.#stream = body;
  }

  /** Whether all requests so far have been handled, so that the next one can be. */
  get isUpToDate(): boolean {
    return this.#isNewestHandled;
  }

  /** Call before a request is handled; if it is not `whole`, the connection closes with its answer. */
  handle(outgoing: ServerResponse, whole: boolean): void {
    if (this.#newest?.outgoing !== outgoing) return;
    this.#isNewestHandled = true;
    if (!whole) this.#isEnding = true;
  }

  /** Closes the connection with an answer that has not been started, unless another is to follow it. */
  endAfter(outgoing: ServerResponse): void {
    if (this.#newest?.outgoing === outgoing) this.#isEnding = true;
  }

  /** Whether the connection closes with this answer. */
  isLast(outgoing: ServerResponse): boolean {
    return this.#isEnding && !this.#isUnreadable && this.#newest?.outgoing === outgoing;
  }

  /** Closes the connection as soon as no request is under way: at once, or when the last answer is out. */
  finish(): void {
    const outgoing = this.#newest?.outgoing;
    if (outgoing === undefined || outgoing.writableFinished) this.#socket.destroySoon();
    else outgoing.once("close", () => this.finish());
  }

  /** Refuses a request whose head Node accepts and Galley does not. */
  refuse(outgoing: ServerResponse, status: Refusal): void {
    this.handle(outgoing, false);
    const body = refusalBody(status);
    const own = ["content-length", String(body.length), "connection", "close"];
    outgoing.writeHead(status, [...refusalHeaders(status).flat(), ...own]).end(body);
  }

  /** Refuses what Node cannot parse or will not wait for, after the answers to all earlier requests. */
  refuseUnread(error: UnreadError): void {
    const newest = this.#newest;
    const isAnswerDue = this.#isNewestHandled || newest?.incoming.complete === true;
    if (this.#isUnreadable || (isAnswerDue && this.#isEnding)) return;
    this.#isEnding = true;
    if (this.#stream !== null && newest?.incoming.complete === false) {
      // The handler has the answer to that.
      this.#stream.fail(bodyFault(error));
      this.#stream.end();
      return;
    }
    this.#isUnreadable = true;
    const before = isAnswerDue ? (newest?.outgoing ?? null) : this.#before;
    const status = statusOf(error);
    if (before !== null && !before.writableFinished) before.once("close", () => this.#end(refusalText(status)));
    else this.#end(isOfHead(error) ? refusalHead(status) : refusalText(status));
  }

  #end(text: string): void {
    const socket = this.#socket;
    if (socket.writable) socket.end(text, () => socket.destroy());
    else socket.destroy();
  }
}

const CONNECTIONS = new WeakMap<Duplex, NodeConnection>();

/** Call for each new connection; `open` has it until it closes. */
export function trackConnection(open: Set<NodeConnection>, socket: Socket): void {
  const connection = new NodeConnection(socket);
  CONNECTIONS.set(socket, connection);
  open.add(connection);
  socket.once("close", () => open.delete(connection));
}

/** The connection of a request or socket. */
export function connectionOf(socket: Duplex | IncomingMessage["socket"]): NodeConnection {
  const known = CONNECTIONS.get(socket);
  if (known === undefined) throw new Error("A connection of another server");
  return known;
}

/** Why Node could not read a request. */
export interface UnreadError extends NodeJS.ErrnoException {
  /** The packet with the fault. */
  readonly rawPacket?: Buffer;
}

/** Whether the unread request is a HEAD, as far as its packet tells: with no request before it in the same packet. */
function isOfHead({ rawPacket }: UnreadError): boolean {
  return rawPacket?.toString("latin1", 0, 5) === "HEAD ";
}

/** The error that the reader of a body gets in place of the rest. */
function bodyFault(error: NodeJS.ErrnoException): HttpError {
  return statusOf(error) === 408
    ? new HttpError("body too slow", "the body arrives too slowly")
    : new HttpError("malformed body", "the body cannot be read");
}

function statusOf({ code }: NodeJS.ErrnoException): Refusal {
  if (code === "HPE_HEADER_OVERFLOW") return 431;
  if (code === "HPE_CHUNK_EXTENSIONS_OVERFLOW") return 413;
  return code === "ERR_HTTP_REQUEST_TIMEOUT" ? 408 : 400;
}
