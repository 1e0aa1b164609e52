/** Messages between the first process and its workers, apart from those about the journal. */
export type ToWorker = { readonly galley: "start"; readonly start: WorkerStart } | { readonly galley: "end" };

export type FromWorker =
  /** Ready to receive its settings. */
  | { readonly galley: "hello" }
  /** Listens. */
  | { readonly galley: "ready"; readonly banner: string };

/** The settings that all workers share, apart from those that each reads from the configuration itself. */
export interface WorkerStart {
  readonly port: number;
  /** Token of this run, where none is configured. */
  readonly freshToken: string | null;
  /** Signs the tokens of users. */
  readonly jwtSecret: string;
  /** True for the first worker, which reports the faults of the project. */
  readonly isFirst: boolean;
}

/** Null for a message of another kind. */
export function messageOf<M extends ToWorker | FromWorker>(kinds: readonly M["galley"][], message: unknown): M | null {
  if (typeof message !== "object" || message === null || !("galley" in message)) return null;
  return kinds.includes(message.galley as M["galley"]) ? (message as M) : null;
}
