/** What one process measures. */
export interface Job {
  readonly contestant: string;
  readonly posts: number;
  /** Most questions of each kind. */
  readonly times: number;
  /** Most seconds for each kind; some questions are asked in any case. */
  readonly seconds: number;
  /** `wall` on a quiet machine; on a busy one `cpu` tells what was used by this process alone. */
  readonly clock: Clock;
  /** Only kinds whose name holds this. */
  readonly only: string;
}

export type Clock = "wall" | "cpu";

/** What half of all times are below, and 99 of 100, in milliseconds. */
export interface Spread {
  readonly p50: number;
  readonly p99: number;
}

/** One kind of question, by the time for an answer. */
export interface Asked extends Spread {
  readonly kind: string;
  readonly times: number;
  /** The same where the first answers are. */
  readonly digest: string;
}

export interface Answers {
  readonly asked: readonly Asked[];
  /** A loop of nothing but arithmetic, in the same process: what the machine adds of its own. */
  readonly control: Spread;
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
  /** Milliseconds of a commit that changes one post. */
  readonly change: number;
  /** Milliseconds of one fork, and bytes of a thousand with a write in each. */
  readonly fork: number;
  readonly thousandForks: number;
}

/** Bytes that one answer leaves to the garbage collector. */
export interface Garbage {
  readonly kind: string;
  readonly bytes: number;
}

export interface Result extends Job, Answers {
  readonly memory: Memory | null;
  readonly garbage: readonly Garbage[] | null;
}
