import type { Entry } from "../../../storage/internal.ts";

/** The operations of a client on a register, which is the title of a document. */
export type Kind =
  /** Adds a document of its own. */
  | "add"
  /** Puts a new value in place of whatever is there. */
  | "set"
  /** Sets it where the value is the one that its node showed before, and refuses else. */
  | "swap"
  /** Asks for the value in a write that changes nothing. */
  | "look";

export type Outcome =
  | "under way"
  /** The operation was stored, or has looked. */
  | "done"
  /** The operation refused because of the value that it found. */
  | "refused"
  /** The operation did not happen. */
  | "failed"
  /** The operation may have happened. */
  | "unknown";

export interface Operation {
  readonly id: number;
  readonly node: number;
  readonly kind: Kind;
  readonly register: string;
  /** Nobody else ever writes the same. */
  readonly value: string;
  /** Count of events before it was called. */
  readonly begun: number;
  outcome: Outcome;
  /** Of events before it ended. */
  ended: number;
  /** Value of the register that it was decided on. */
  found: string | null;
  /** Number of the engine when it was answered. */
  number: number;
}

/** The values that a client saw without writing. */
export interface Sight {
  readonly node: number;
  readonly at: number;
  readonly number: number;
  readonly values: ReadonlyMap<string, string>;
}

/** A node's report of a commit. */
export interface Told {
  readonly node: number;
  readonly number: number;
  readonly title: string | null;
  readonly isOwn: boolean;
}

/** A log as it was from one loss of its tail to the next. */
export interface Era {
  /** Count of events when it ended. */
  readonly until: number;
  readonly entries: readonly Entry[];
}

/** All that was done and seen in a schedule, in the order in which it was. */
export interface History {
  /** First titles of the registers by their documents. */
  readonly registers: ReadonlyMap<string, string>;
  readonly operations: readonly Operation[];
  readonly sights: readonly Sight[];
  readonly told: readonly Told[];
  /** The last one is the log as it is at the end. */
  readonly eras: readonly Era[];
}
