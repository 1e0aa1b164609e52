import { encodeReadably } from "../../http/params/encode-readably.ts";
import type { Method } from "../source/upstream.ts";

/** A request to both servers. It only reads: nothing but GET and HEAD is sent, GraphQL too. */
export interface Read {
  readonly method: Method;
  /** Below the prefix of REST, or from the root for what stands beside it, such as GraphQL. */
  readonly isBelowPrefix: boolean;
  /** Encoded, with its query: `/posts?sort=title`. */
  readonly path: string;
}

/** An answer as it is compared. */
export interface Answered {
  readonly status: number;
  /** By lower-case name. */
  readonly header: (name: string) => string | null;
  readonly text: string;
  /** The value of a JSON text, by `parseExactly`; the text itself if it is none. */
  readonly body: unknown;
}

/** A server that is asked. */
export interface Side {
  /** Begins the URLs of its requests. */
  readonly origin: string;
  readonly prefix: string;
  ask(read: Read): Promise<Answered>;
  /** Brings its content up to what the source has now, where it can. */
  renew?(): Promise<void>;
}

/** From the root of the server. */
export function pathOf({ isBelowPrefix, path }: Read, prefix: string): string {
  return isBelowPrefix ? prefix + path : path;
}

/** A parameter of a query: its decoded key and value. */
export type Param = readonly [key: string, value: string];

/** The parts of a read that can be changed. */
export interface ReadParts {
  readonly path: string;
  readonly params: readonly Param[];
}

export function partsOf({ path }: Read): ReadParts {
  const [before = "", query = ""] = path.split(/\?(.*)/s);
  return { path: before, params: [...new URLSearchParams(query)] };
}

/** The same read with other parts; keys keep their brackets, as people write them. */
export function withParts(read: Read, { path, params }: ReadParts): Read {
  const query = params.map(([key, value]) => `${encodeReadably(key)}=${encodeReadably(value)}`).join("&");
  return { ...read, path: query === "" ? path : `${path}?${query}` };
}
