import type { Commit } from "../engine/internal.ts";
import type { StorageError } from "./error.ts";

/** A position in the log. Positions are dense; 0 is the empty log, and an append at head n makes the head n + 1. */
export type Position = number;

export interface Entry {
  readonly position: Position;
  /** A unique id made by the writer. It shows whether an append whose answer was lost succeeded. */
  readonly commit: string;
  readonly body: Commit;
}

/** Consecutive entries, as they are read. */
export interface Entries extends Iterable<Entry> {
  /**
   * Reads the bodies alone, which is cheaper: of a version, only its ids need be checked until another of its
   * properties is read. It can be called again and gives the same result, and takes less memory than the entries, so
   * callers need not keep them.
   */
  readonly scan?: () => readonly Commit[];
}

export type Appended =
  /** The whole batch is durable within the adapter's guarantee. */
  | { readonly kind: "ok"; readonly head: Position }
  /** Nothing was written: the log's head is a different one. */
  | { readonly kind: "conflict"; readonly head: Position }
  /** The answer was lost, so the batch may or may not be stored. Read on and look for the commit ids. */
  | { readonly kind: "unknown"; readonly reason: string }
  /**
   * Nothing was written, which is certain; later appends may succeed. An example is a full disk on which the partial
   * record was cut off again. `noRoom`: they will succeed when there is room again.
   */
  | { readonly kind: "failed"; readonly reason: string; readonly noRoom?: boolean };

export type Survives = "nothing" | "process crash" | "power loss" | "loss of a node";

export interface Opened {
  /** The log's identity. Records of another log are never accepted. */
  readonly logId: string;
  readonly head: Position;
  /** Position of the oldest entry that `read` can still return; the head when there is none. */
  readonly oldest: Position;
  readonly survives: Survives;
  /** Whether other processes may append too; the storage then has `sharing`. */
  readonly shared: boolean;
  /** Every append rewrites all content, so what belongs together should be appended at once. False when absent. */
  readonly rewrites?: boolean;
  /**
   * The bytes that writes which share an append should have at most, by an estimate (`estimateBytes`); a single write may
   * have more. No limit when absent.
   */
  readonly maxBatchBytes?: number;
}

export interface StoredSnapshot {
  readonly at: Position;
  readonly bytes: AsyncIterable<Uint8Array>;
  /**
   * The name of a file that people may have edited. Its values are checked against the schema, and faults name the
   * file.
   */
  readonly edited?: string;
}

/** A totally ordered, append-only log of entries plus snapshots. */
export interface Storage {
  open(): Promise<Opened>;
  append(expected: Position, batch: readonly Entry[]): Promise<Appended>;
  /**
   * Finds out whether the append that failed last would succeed now; returns the reason why not, or null. It leaves
   * nothing behind. The store calls it at intervals after a failed append, to learn when writes can be accepted again.
   */
  probe?(): Promise<string | null>;
  /** True if it tells the operator itself when appends fail or are not answered, and when they succeed again: once for all who share it. */
  readonly tellsOutages?: boolean;
  /** The entries from position `from` on, in order, in groups. */
  read(from: Position): AsyncIterable<Entries>;
  readonly snapshots: {
    /**
     * In a shared log this starts over: entries read afterwards are not compared with anything read before. Until
     * `follow` is called, the node counts as one that has yet to apply every entry after this snapshot.
     */
    newest(): Promise<StoredSnapshot | null>;
    /**
     * The snapshot becomes visible only when it is whole; the newest two are kept. In a shared log, nothing is stored
     * if the log does not have that state or another node holds the claim.
     */
    store(at: Position, bytes: AsyncIterable<Uint8Array>): Promise<void>;
    /** True when so much was appended since the newest snapshot that opening would take long without another one. */
    due?(): boolean;
  };
  /**
   * Records which content types all stored content is known to fit. Absent where the content cannot outlive a schema.
   */
  readonly fitted?: FittedNote;
  /**
   * Marks a storage as incomplete while it is being filled: `open` refuses it, also after a crash, until the returned
   * function is called. Absent where filling takes one append.
   */
  beginFilling?(): Promise<() => Promise<void>>;
  /** Named texts beside the log. A storage without them has no durable readers of its log (consumers, webhooks). */
  readonly marks?: Marks;
  /** Present if `open` reports `shared`. */
  readonly sharing?: Sharing;
  /**
   * Removes entries up to and including this position, but never past the second newest snapshot. In a shared log it
   * also keeps every entry that some node has yet to apply, if that node was seen within the last minute
   * (`NODE_LAPSE`).
   */
  trim(through: Position): Promise<void>;
  close(): Promise<void>;
}

/**
 * Named texts beside the log, as durable as the log: how far a reader of the log has come, and its work ahead. A name
 * has up to 200 characters, a text up to 500,000 (1,000,000 bytes as UTF-8). A permanent failure rejects with a
 * StorageError; after `outcome-unknown`, `read` tells whether the text was written.
 */
export interface Marks {
  /** Null if there is none. */
  read(name: string): Promise<string | null>;
  /** The names that begin with `prefix`, in order. */
  names(prefix: string): Promise<readonly string[]>;
  /**
   * Compare-and-set: replaces the text if it is `expected`; null stands for no text. Returns false if it is another one:
   * nothing was written then. A writer that may be replaced while it works puts a number (an epoch) into the text, which
   * its successor raises: its later writes then fail.
   */
  write(name: string, expected: string | null, value: string | null): Promise<boolean>;
}

/** The operations of a log that several nodes append to. */
export interface Sharing {
  /**
   * All nodes always have the same content types, as the processes of one program on one machine do. The log then
   * records none.
   */
  readonly hasOneSchema?: true;
  /**
   * Passes all entries after `from` to the sink: in order, without gaps, at least once, including this node's own. It
   * retries for as long as it takes. Resolves with a function that ends it. The sink's `ended` is also called when the
   * log loses an entry that this node has read or written.
   */
  follow(from: Position, sink: Sink): Promise<() => Promise<void>>;
  /**
   * The head at some time after the call: a node that has applied it has seen every append that was acknowledged before
   * the call.
   *
   * @throws StorageError (rejected) `diverged` if that entry is not the one that this node has read or written there.
   */
  barrier(): Promise<Position>;
  /**
   * Passes every entry whose append was acknowledged before the call to the sink of `follow`, and then returns. Present
   * where this takes no waiting. Entries from `follow` are then applied whenever they arrive, also while an append is
   * under way, and reads on all nodes are linearizable.
   */
  catchUp?(): void;
  /**
   * Claims the snapshot at a position, for which `store` is then called. Returns false if another node holds a claim or
   * has stored a snapshot as recent. Each stored part renews the claim; it ends with `store`, or after five minutes
   * without either (`CLAIM_LAPSE`), since its node may be dead. A claim is advisory, as a turn is. Absent where `due`
   * is true for one node at a time.
   */
  claimSnapshot?(at: Position): Promise<boolean>;
  /**
   * Waits up to `patience` milliseconds for this node's turn to append; null if it does not come. A turn is advisory
   * and may be lost at any time: only the expected position decides whether an append succeeds.
   */
  turn?(after: Position, patience: number): Promise<Turn | null>;
  /**
   * Whether this node is the one that holds the lease of this name from now on for so many seconds. The holder renews the
   * lease by calling again, and gives it up with 0 seconds. A lease is advisory, as a turn is: only `marks` decide. Absent
   * where the storage keeps no marks.
   */
  lease?(name: string, seconds: number): Promise<boolean>;
  /** The number of nodes that have the log open, including this one: nodes seen within the last ten seconds. */
  nodes?(): Promise<number>;
  /**
   * Milliseconds by which the clock of the log's server is ahead of this machine's, as of the last heartbeat; null while it
   * is not known.
   */
  clockOffset?(): number | null;
  /**
   * Milliseconds for which the process that stores writes has not answered; 0 while it answers. Absent where `barrier` needs
   * its answer.
   */
  silence?(): number;
}

export interface Turn {
  /** The entries after the position that the turn was requested with. */
  readonly behind: Entries;
  append(expected: Position, batch: readonly Entry[]): Promise<Appended>;
  /** Has to be called once, also after a failed append. */
  release(): Promise<void>;
}

/** Receives the entries of a log. */
export interface Sink {
  entries(entries: Entries): void;
  /** The log cannot be followed any further. */
  ended(error: StorageError): void;
}

/** A stored fingerprint of the content types that the stored content is known to fit. */
export interface FittedNote {
  /** The storage's name in messages. */
  readonly place: string;
  /** The operator's remedy for values that do not fit, other than restoring the content types. */
  readonly advice: string;
  /** Null when nothing is recorded, as for content written by an older version, and for copies. */
  read(): Promise<string | null>;
  write(fingerprint: string): Promise<void>;
}
