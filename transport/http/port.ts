import { ComposedText } from "./json/composed-text.ts";

/**
 * HTTP as plain data: what every adapter feeds to the handler and sends back. Nothing here belongs to one adapter.
 */
export interface HttpRequest {
  /** As sent, upper case for the standard methods. */
  readonly method: string;
  /** Raw, undecoded path without the query, starting with a slash. */
  readonly path: string;
  /** Raw text after the first `?`, or the empty text. */
  readonly query: string;
  /**
   * Value of a request header by lower-case name; undefined when it is absent or empty. Several of one name are joined
   * by a comma and a blank.
   */
  header(name: string): string | undefined;
  /** All of them by lower-case name. Costs more than to ask for a few. */
  allHeaders(): ReadonlyMap<string, string>;
  /**
   * The whole body, or one that is still arriving, where the listener was asked for that; null when there is none or an
   * empty one. A body over the limit is not kept.
   */
  readonly body: Uint8Array | ArrivingBody | "too large" | null;
  /** Address of the peer as the socket reports it; empty where there is none. */
  readonly remoteAddress: string;
}

/** A body that is read while it arrives, and no faster than that. */
export interface ArrivingBody {
  /**
   * All of it; called once, or not at all.
   *
   * @throws HttpError for a body over the limit, and for one that breaks off.
   */
  read(): AsyncIterable<Uint8Array>;
}

export type HeaderList = ReadonlyArray<readonly [name: string, value: string]>;

export interface HttpResponse {
  readonly status: number;
  /** Lower-case names. `content-length` is the adapter's. A list that many answers share is written fastest. */
  readonly headers: HeaderList;
  /** Further headers, of this answer alone. */
  readonly ownHeaders?: HeaderList;
  /** Sent as `x-request-id`. */
  readonly requestId: string;
  /** Null: no body and no content type. On HEAD the adapter sends the length and leaves the body out. */
  readonly body: Body | null;
}

/** In the place of an answer: the connection ends without one. */
export const DROPPED: HttpResponse = { status: 0, headers: [], requestId: "", body: null };

export type Body = WholeBody | BodySource;

/** A body that is held in memory. */
export type WholeBody = string | Uint8Array | ComposedText;

/** A body that is not held in memory: read while it is sent, and no faster than the client takes it. */
export interface BodySource {
  /** In bytes. */
  readonly size: number;
  /** All of `size` bytes; called once, or not at all. Where it gives less or fails, the connection ends. */
  read(): AsyncIterable<Uint8Array>;
}

/** Whether a body is yet to be read. */
export function isSource<T extends BodySource | ArrivingBody>(body: WholeBody | T): body is T {
  return typeof body !== "string" && !(body instanceof Uint8Array) && !(body instanceof ComposedText);
}

/** A body in one piece. */
export function inOnePiece(body: WholeBody): string | Uint8Array {
  return body instanceof ComposedText ? body.toString() : body;
}

/** A body in bytes. */
export function inBytes(body: WholeBody): Uint8Array {
  if (body instanceof ComposedText) return body.toBytes();
  return typeof body === "string" ? Buffer.from(body) : body;
}

/** In bytes. */
export function bodySize(body: Body): number {
  if (isSource(body)) return body.size;
  return body instanceof ComposedText ? body.byteLength : Buffer.byteLength(body);
}

/** Largest body in bytes that a request may have; asked when its head is there. */
export type BodyLimit = (head: Omit<HttpRequest, "body">) => number;

/** Never throws and never rejects: every fault is an answer. Reads answer at once, writes later. */
export type Handler = (request: HttpRequest) => HttpResponse | Promise<HttpResponse>;

export interface ListenOptions {
  readonly host: string;
  /** 0 takes a free port. */
  readonly port: number;
  readonly bodyLimit: BodyLimit;
  /** Whether the handler reads the body of a request while it arrives; asked when its head is there. Never when absent. */
  readonly streams?: (head: Omit<HttpRequest, "body">) => boolean;
  /** Other processes of this program listen on the same port, and the system deals connections out among them. */
  readonly isShared?: boolean;
  /** Bytes of bodies held at the same time, over all connections: 256 MiB. Over it requests are refused with 503. */
  readonly bodyBytes?: number;
}

export interface Listening {
  readonly port: number;
  /** Stops accepting, answers what is under way, closes idle connections; resolves when nothing is left. */
  close(): Promise<void>;
}

/** A way to put a handler on a socket. */
export interface Listener {
  readonly name: "uWebSockets.js" | "node:http";
  listen(handler: Handler, options: ListenOptions): Promise<Listening>;
}
