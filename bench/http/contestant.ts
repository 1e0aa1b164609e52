import type { HttpRequest } from "../../transport/cli/bench/http-request.ts";
import type { Wish, Workload } from "../../transport/cli/bench/workloads.ts";
import type { Size } from "../content/data.ts";
import type { Server } from "../run/server-process.ts";

/** Passed to a contestant when it is started. */
export interface Start {
  readonly size: Size;
  /** An empty folder for this contestant. */
  readonly folder: string;
  /** A file with the real answer to the workload's first request. */
  readonly answer: string;
}

/** A server in one configuration that is measured. */
export interface Contestant {
  readonly name: string;
  readonly kind: "floor" | "galley" | "peer";
  /** The token for writes; everyone may read. */
  readonly token: string | null;
  takes(workload: Workload): boolean;
  /** Starts a new process with the content loaded. */
  start(start: Start): Promise<Server>;
  /** The HTTP request for a wish; null if the contestant cannot express it. */
  request(wish: Wish): HttpRequest | null;
  /** Reads the posts from an answer; null if the contestant's answers cannot be read. */
  readonly postsIn: ((body: unknown) => readonly Post[]) | null;
}

/** A post as an answer shows it. */
export type Post = { readonly [name: string]: unknown };

/** The token for every contestant that has tokens. */
export const TOKEN = "token-of-the-benchmark";

/** The posts of an answer in the content contract's envelope, one or a list. */
export function restPosts(body: unknown): readonly Post[] {
  // A body without the envelope has no posts, and so differs from one with posts.
  const { data } = body as { readonly data?: Post | readonly Post[] | null };
  return data === null || data === undefined ? [] : [data].flat();
}
