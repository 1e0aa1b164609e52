import type { Appended, Marks, Position, Survives } from "../../port.ts";
import type { BatchRow, EncodedBatch } from "./batch.ts";
import type { Tail } from "./tails.ts";

/** An open log as its system describes it. */
export interface FoundLog<T extends Tail> {
  readonly logId: string;
  readonly survives: Survives;
  /** Its last batch; null when there is none. */
  readonly head: T | null;
  /** The first position of its oldest batch; null when there is none. */
  readonly oldest: Position | null;
  /** A copy into it is under way, or was interrupted. */
  readonly isBeingFilled: boolean;
}

/** A batch to append. Its digest covers the log up to it; null where it is not known. */
export type NewBatch = EncodedBatch & Tail;

/** The result of an append: where the batch is stored, or why it is not. */
export type Stored<T extends Tail> =
  | { readonly kind: "ok"; readonly tail: T }
  | Exclude<Appended, { readonly kind: "ok" }>;

/** A turn to append, which the system has given to this node. */
export interface GivenTurn<T extends Tail> {
  /** The batches after the one that the turn was asked with. */
  readonly behind: readonly (BatchRow & T)[];
  append(before: T, batch: NewBatch): Promise<Stored<T>>;
  release(): Promise<void>;
}

/** A whole snapshot beside the log, and the batch that it ends with. */
export interface FoundSnapshot<T extends Tail> {
  readonly tail: T;
  /** Throws StorageError `damaged` if they are not whole. */
  bytes(): AsyncIterable<Uint8Array>;
}

/** A process that has the log open. */
export interface LogNode {
  readonly id: string;
  readonly host: string;
  readonly pid: number;
  /** Position of the last entry that it has applied, as of its last heartbeat. */
  readonly applied: Position;
  /** Milliseconds since that heartbeat, by the clock of the servers. */
  readonly seenAgo: number;
}

/**
 * The primitives of a system that keeps a shared log of batches. `T` is the place of a batch there: an append names it as
 * the predecessor. A primitive that gets no answer rejects, and is called again.
 */
export interface LogServer<T extends Tail> {
  /** Connects, and makes the log if it may. Throws StorageError (rejected) if the log cannot be used. */
  open(): Promise<FoundLog<T>>;
  /** Signs this node off, and disconnects. */
  close(): Promise<void>;

  readonly appender: {
    /** Stores a batch if the one before it is the last one. Throws StorageError (rejected) if the log is another one. */
    append(before: T, batch: NewBatch): Promise<Stored<T>>;
  };
  readonly turns: {
    /** Null if the turn does not come in time; throws StorageError (rejected) `trimmed` or `diverged`. */
    turn(after: T, patience: number): Promise<GivenTurn<T> | null>;
  };
  /** Why an append would fail now, as an error. */
  probe(): Promise<void>;

  readonly reader: {
    /** The end of the log, at some time after the call, as `after` and `from` take it. */
    prove(): Promise<number>;
    /**
     * A page of the batches after one that was read; empty at the end, or if that one is at or after the proved end: reading
     * would not end while others append faster than pages arrive. Throws StorageError `trimmed` or `diverged`.
     */
    after(tail: Tail, proved?: number): Promise<readonly (BatchRow & T)[]>;
    /** A page of the batches from the one on that contains a position. Throws as `after` does. */
    from(position: Position, proved?: number): Promise<readonly (BatchRow & T)[]>;
  };
  /** The last position, proved after the call. Throws StorageError `diverged`. */
  head(): Promise<Position>;
  /** Tells the other nodes that the log has grown. */
  announce(head: Position): void;
  /** Removes the batches up to a position that no snapshot and no live node needs. */
  trim(through: Position): Promise<void>;
  /** Shows the other nodes that this one is alive. Returns the position of the newest snapshot, or 0. */
  beat(): Promise<Position>;

  readonly snapshots: {
    newest(): Promise<FoundSnapshot<T> | null>;
    /** Whether this node may store the snapshot at a batch. */
    claim(tail: T): Promise<boolean>;
    /** Stores it while the claim holds and the log has the batch, and keeps the newest two. Ends the claim. */
    put(tail: T, bytes: AsyncIterable<Uint8Array>): Promise<void>;
  };
  readonly notes: {
    /** The other nodes that have not signed off, latest first. */
    nodes(): Promise<readonly LogNode[]>;
    /** The fingerprint that all content fits, or null. */
    fits(): Promise<string | null>;
    setFits(fingerprint: string): Promise<void>;
    setFilling(isFilling: boolean): Promise<void>;
  };
  /** Named texts beside the log. They wait for a failover by themselves. */
  readonly marks: Marks;
  /** As `Sharing.lease`, by the clock of the servers. `close` gives up every lease of this node. */
  lease(name: string, seconds: number): Promise<boolean>;
}
