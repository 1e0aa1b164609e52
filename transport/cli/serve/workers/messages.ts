/** What the first process tells a worker, and a worker the first process, beside what they say about the journal. */
export type ToWorker = { readonly galley: "start"; readonly start: WorkerStart } | { readonly galley: "end" };

export type FromWorker =
  /** Ready to be told how to start. */
  | { readonly galley: "hello" }
  /** Listens. */
  | { readonly galley: "ready"; readonly banner: string };

/** What all workers have in common, besides what each reads from the configuration itself. */
export interface WorkerStart {
  readonly port: number;
  /** Token of this run, where none is configured. */
  readonly freshToken: string | null;
  /** Signs the tokens of users. */
  readonly jwtSecret: string;
  /** The first of them says what is wrong with the project. */
  readonly isFirst: boolean;
}

/** Null for a message of another kind. */
export function messageOf<M extends ToWorker | FromWorker>(kinds: readonly M["galley"][], message: unknown): M | null {
  if (typeof message !== "object" || message === null || !("galley" in message)) return null;
  return kinds.includes(message.galley as M["galley"]) ? (message as M) : null;
}
