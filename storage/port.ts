import type { Commit } from "../engine/internal.ts";
import type { StorageError } from "./error.ts";

/** Place in the log: dense, 0 = empty; appending at n makes the head n + 1. */
export type Position = number;

export interface Entry {
  readonly position: Position;
  /** Unique id made by the writer: shows whether a lost answer was a success. */
  readonly commit: string;
  readonly body: Commit;
}

/** Consecutive entries as they are read. */
export interface Entries extends Iterable<Entry> {
  /**
   * The bodies alone, for less: of a version no more than its ids may have been looked at before something else of it is
   * asked for. It gives the same each time, from less memory than the entries take, so that nobody has to keep them.
   */
  readonly scan?: () => readonly Commit[];
}

export type Appended =
  /** All of the batch is durable within the adapter's guarantee. */
  | { readonly kind: "ok"; readonly head: Position }
  /** Nothing was written: the log has moved on. */
  | { readonly kind: "conflict"; readonly head: Position }
  /** The answer was lost: the batch may or may not be there. Read on and look for the commit ids. */
  | { readonly kind: "unknown"; readonly reason: string }
  /**
   * Nothing was written and nothing is in doubt; later appends may succeed (a full disk whose half record was cut back).
   * `noRoom`: they will when there is room again.
   */
  | { readonly kind: "failed"; readonly reason: string; readonly noRoom?: boolean };

export type Survives = "nothing" | "process crash" | "power loss" | "loss of a node";

export interface Opened {
  /** Identity of this log: records of another one are never accepted. */
  readonly logId: string;
  readonly head: Position;
  /** Position of the oldest entry that `read` can still give; head when there is none. */
  readonly oldest: Position;
  readonly survives: Survives;
  /** Other processes may append too: the storage has `sharing` then. */
  readonly shared: boolean;
  /** Every append writes all content anew: what belongs together is to be appended at once. False when absent. */
  readonly rewrites?: boolean;
}

export interface StoredSnapshot {
  readonly at: Position;
  readonly bytes: AsyncIterable<Uint8Array>;
  /** A file that people may have edited: its values are checked against the schema, and faults name it. */
  readonly edited?: string;
}

/** A totally ordered, append-only log of entries plus snapshots. */
export interface Storage {
  open(): Promise<Opened>;
  append(expected: Position, batch: readonly Entry[]): Promise<Appended>;
  /**
   * Finds out whether what failed last would be stored now, and leaves nothing behind; gives why not, or null. Asked from
   * time to time after an append has failed, so that it is known when writes may go on.
   */
  probe?(): Promise<string | null>;
  /** Entries with a position from `from` on, in order, in groups. */
  read(from: Position): AsyncIterable<Entries>;
  readonly snapshots: {
    /**
     * In a shared log this begins anew: what is read then is held against nothing that was read before. Until `follow` is
     * called, the node has yet to apply all that comes after it.
     */
    newest(): Promise<StoredSnapshot | null>;
    /**
     * Visible only when whole; the newest two are kept. In a shared log nothing is stored of a state that the log does not
     * have, nor while another node has the claim.
     */
    store(at: Position, bytes: AsyncIterable<Uint8Array>): Promise<void>;
    /** True when so much was appended since the newest one that opening would take long without another. */
    due?(): boolean;
  };
  /** Where it is noted which content types all that is stored is known to fit; absent where nothing outlives a schema. */
  readonly fitted?: FittedNote;
  /**
   * Keeps a storage that is being filled from being opened as if it held all: from now on `open` refuses it, also after a
   * crash, until the returned function is called. Absent where a fill is one append.
   */
  beginFilling?(): Promise<() => Promise<void>>;
  /** Present where `open` says `shared`. */
  readonly sharing?: Sharing;
  /**
   * Forgets entries up to and including this position; never past the second newest snapshot, nor, in a shared log, past
   * what a node has yet to apply that was seen in the last minute (`NODE_LAPSE`).
   */
  trim(through: Position): Promise<void>;
  close(): Promise<void>;
}

/** What a log offers that many nodes append to. */
export interface Sharing {
  /** All nodes have the same content types at any time, as those of one program on one machine: the log names none. */
  readonly hasOneSchema?: true;
  /**
   * Gives the sink all entries after `from`: in order, without a gap, at least once, this node's own included. It retries
   * by itself for as long as it takes. Resolves with what ends it. The sink is told, too, when the log loses what this node
   * has read or written aside from that.
   */
  follow(from: Position, sink: Sink): Promise<() => Promise<void>>;
  /**
   * The head at a time after the call: who has applied it has seen every append that was acknowledged before the call.
   *
   * @throws StorageError (rejected) `diverged` where it is not what this node has read or written there.
   */
  barrier(): Promise<Position>;
  /**
   * Gives the sink of `follow`, before it returns, every entry whose append was acknowledged before the call. Present where
   * that takes no waiting: what `follow` brings is then applied whenever it comes, also while an append is under way, and
   * reads on all nodes are linearizable.
   */
  catchUp?(): void;
  /**
   * Claims the snapshot at a position, which `store` is then called for; false where another node has a claim, or has stored
   * one as new. A claim is renewed with each part that is stored, ends with `store`, and lapses after five minutes without
   * either (`CLAIM_LAPSE`): its node may be dead. A courtesy among nodes, as a turn is. Absent where `due` says so to one
   * node at a time.
   */
  claimSnapshot?(at: Position): Promise<boolean>;
  /**
   * Waits up to `patience` milliseconds for this node's turn to append; null when it does not come. A courtesy among
   * writers that may be lost at any time: the expected position alone decides whether an append counts.
   */
  turn?(after: Position, patience: number): Promise<Turn | null>;
  /** Nodes that have the log open, this one included, as far as they were heard of in the last ten seconds. */
  nodes?(): Promise<number>;
}

export interface Turn {
  /** Entries after the position that the turn was asked with. */
  readonly behind: Entries;
  append(expected: Position, batch: readonly Entry[]): Promise<Appended>;
  /** To be called once, also after a failed append. */
  release(): Promise<void>;
}

/** Receives what a log brings. */
export interface Sink {
  entries(entries: Entries): void;
  /** The log cannot be followed any further. */
  ended(error: StorageError): void;
}

/** A text that names the content types which stored content was found to fit. */
export interface FittedNote {
  /** Names the place in messages. */
  readonly place: string;
  /** What else can be done about values that do not fit than to put the content types back. */
  readonly advice: string;
  /** Null when nothing is known, as of content of an older version, and of copies. */
  read(): Promise<string | null>;
  write(fingerprint: string): Promise<void>;
}
