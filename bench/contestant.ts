import type { HttpRequest } from "../transport/cli/bench/http-request.ts";
import type { Wish, Workload } from "../transport/cli/bench/workloads.ts";
import type { Size } from "./data.ts";
import type { Server } from "./run/server-process.ts";

/** What a contestant is given to start with. */
export interface Start {
  readonly size: Size;
  /** An empty folder of its own. */
  readonly folder: string;
  /** File with the real answer to the workload's first wish. */
  readonly answer: string;
}

/** A server that takes part, in one configuration. */
export interface Contestant {
  readonly name: string;
  readonly kind: "floor" | "galley" | "peer";
  /** For writes; everyone may read. */
  readonly token: string | null;
  takes(workload: Workload): boolean;
  /** A fresh process with the content loaded. */
  start(start: Start): Promise<Server>;
  /** A wish in its words; null when it has none for it. */
  request(wish: Wish): HttpRequest | null;
  /** The posts of an answer to a reading wish; null when it does not tell. */
  readonly postsIn: ((body: unknown) => readonly Post[]) | null;
}

/** A post as an answer shows it. */
export type Post = { readonly [name: string]: unknown };
