import { ComposedText } from "./json/composed-text.ts";

/**
 * HTTP as plain data: the interface between every adapter and the handler. Nothing here belongs to one adapter.
 */
export interface HttpRequest {
  /** As sent; upper case for the standard methods. */
  readonly method: string;
  /** Raw, undecoded path without the query, starting with a slash. */
  readonly path: string;
  /** Raw text after the first `?`, or the empty text. */
  readonly query: string;
  /**
   * Value of a request header by lower-case name; undefined if absent or empty. Repeated headers are joined
   * by ", ".
   */
  header(name: string): string | undefined;
  /** All headers by lower-case name. Costs more than reading a few. */
  allHeaders(): ReadonlyMap<string, string>;
  /**
   * The whole body, or a stream of it if the listener was asked for that; null if there is none or it is empty. A body
   * over the limit is not kept.
   */
  readonly body: Uint8Array | ArrivingBody | "too large" | null;
  /** Address of the peer as the socket reports it; empty if there is none. */
  readonly remoteAddress: string;
  /** Aborted if the client goes before it has its answer. Absent if that cannot be told. */
  readonly signal?: AbortSignal;
}

/** A body that is read as it arrives, with back-pressure. */
export interface ArrivingBody {
  /**
   * All chunks; called at most once.
   *
   * @throws HttpError for a body over the limit, and for one that is cut off.
   */
  read(): AsyncIterable<Uint8Array>;
}

export type HeaderList = ReadonlyArray<readonly [name: string, value: string]>;

export interface HttpResponse {
  readonly status: number;
  /** Lower-case names; the adapter adds `content-length`. A list that many answers share is written fastest. */
  readonly headers: HeaderList;
  /** Further headers, of this answer only. */
  readonly ownHeaders?: HeaderList;
  /** Sent as `x-request-id`. */
  readonly requestId: string;
  /** Null: no body and no content type. On HEAD the adapter sends the length and omits the body. */
  readonly body: Body | null;
}

/** In place of an answer: the connection closes without one. */
export const DROPPED: HttpResponse = { status: 0, headers: [], requestId: "", body: null };

/** The same, with a reset (TCP RST) where the listener can send one. */
export const RESET: HttpResponse = { status: 0, headers: [], requestId: "", body: null };

/** Whether the connection closes without an answer. */
export function isDropped(response: HttpResponse): boolean {
  return response === DROPPED || response === RESET;
}

export type Body = WholeBody | BodySource;

/** A body that is held in memory. */
export type WholeBody = string | Uint8Array | ComposedText;

/** A body that is read while it is sent, with back-pressure. */
export interface BodySource {
  /** In bytes. */
  readonly size: number;
  /** All of `size` bytes; called at most once. If it yields less or fails, the connection closes. */
  read(): AsyncIterable<Uint8Array>;
}

/** Whether a body is a stream. */
export function isSource<T extends BodySource | ArrivingBody>(body: WholeBody | T): body is T {
  return typeof body !== "string" && !ArrayBuffer.isView(body) && !(body instanceof ComposedText);
}

/** The body in one piece. */
export function inOnePiece(body: WholeBody): string | Uint8Array {
  return body instanceof ComposedText ? body.toString() : body;
}

/** The body in bytes. */
export function inBytes(body: WholeBody): Uint8Array {
  if (body instanceof ComposedText) return body.toBytes();
  return typeof body === "string" ? Buffer.from(body) : body;
}

/** In bytes. */
export function bodySize(body: Body): number {
  if (isSource(body)) return body.size;
  return body instanceof ComposedText ? body.byteLength : Buffer.byteLength(body);
}

/** Maximum request body in bytes; called once the head has arrived. */
export type BodyLimit = (head: Omit<HttpRequest, "body">) => number;

/** Never throws and never rejects: every fault is an answer. Reads are answered synchronously, writes later. */
export type Handler = (request: HttpRequest) => HttpResponse | Promise<HttpResponse>;

export interface ListenOptions {
  readonly host: string;
  /** 0 takes a free port. */
  readonly port: number;
  readonly bodyLimit: BodyLimit;
  /** Whether the handler reads a request's body as a stream; called once the head has arrived. Default: never. */
  readonly streams?: (head: Omit<HttpRequest, "body">) => boolean;
  /** Other processes of this program listen on the same port, and the system distributes connections among them. */
  readonly isShared?: boolean;
  /** Bytes of bodies held at a time, over all connections: 256 MiB. Beyond it requests are refused with 503. */
  readonly bodyBytes?: number;
}

export interface Listening {
  readonly port: number;
  /** Stops accepting, answers requests in progress, closes idle connections; resolves when nothing is left. */
  close(): Promise<void>;
}

/** Attaches a handler to a socket. */
export interface Listener {
  readonly name: "uWebSockets.js" | "node:http";
  listen(handler: Handler, options: ListenOptions): Promise<Listening>;
}
