/** What one process measures. */
export interface Job {
  readonly contestant: string;
  readonly posts: number;
  /** Questions of each kind. */
  readonly times: number;
}

/** One kind of question, in milliseconds for an answer. */
export interface Asked {
  readonly kind: string;
  readonly p50: number;
  readonly p99: number;
  /** The same where the first answers are. */
  readonly digest: string;
}

/** What the engine takes. */
export interface Memory {
  /** Characters of the content as JSON: versions and links. */
  readonly json: number;
  /** Bytes of the content in memory. */
  readonly content: number;
  /** Bytes with the indexes that all questions use. */
  readonly withIndexes: number;
  readonly documents: number;
  /** Milliseconds of one fork, and bytes of a thousand with a write in each. */
  readonly fork: number;
  readonly thousandForks: number;
}

export interface Result extends Job {
  readonly asked: readonly Asked[];
  readonly memory: Memory | null;
}
