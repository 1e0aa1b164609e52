/** The task of one process. */
export interface Job {
  readonly contestant: string;
  readonly posts: number;
  /** The most questions of each kind. */
  readonly times: number;
  /** The longest time for each kind in seconds; some questions are asked in any case. */
  readonly seconds: number;
  /** `wall` on a quiet machine; on a busy one, `cpu` is the time used by this process alone. */
  readonly clock: Clock;
  /** Only kinds whose name contains one of these texts. */
  readonly only: readonly string[];
}

export type Clock = "wall" | "cpu";

/** The median and the 99th percentile, in milliseconds. */
export interface Spread {
  readonly p50: number;
  readonly p99: number;
}

/** The times of one kind of question. */
export interface QuestionTimes extends Spread {
  readonly kind: string;
  readonly times: number;
  /** Equal if the first answers are equal. */
  readonly digest: string;
}

export interface Answers {
  readonly asked: readonly QuestionTimes[];
  /** An arithmetic loop in the same process: the variation of the machine itself. */
  readonly control: Spread;
}

/** The engine's use of memory and time. */
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

/** The garbage of one answer, in bytes. */
export interface Garbage {
  readonly kind: string;
  readonly bytes: number;
}

export interface Result extends Job, Answers {
  readonly memory: Memory | null;
  readonly garbage: readonly Garbage[] | null;
}
