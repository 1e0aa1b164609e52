import { randomUUID } from "node:crypto";
import { StorageError } from "../../error.ts";
import type { Position } from "../../port.ts";
import { SnapshotDue } from "../../sharing/snapshot-due.ts";
import type { BatchRow } from "./batch.ts";
import { digested, isOtherDigest } from "./digest.ts";
import { ServerClock } from "./server-clock.ts";
import { KnownTails, type Tail } from "./tails.ts";

/** How a node looks for what others append. */
export interface Looks {
  /** Other nodes send a notification when they have appended. */
  readonly listen: boolean;
  /** Milliseconds between two polls for new batches. */
  readonly poll: number;
}

/** Receives the batches that are appended to the log. */
export interface Following {
  /** There may be new batches. */
  wake(): void;
  /** A node has announced the position of the log's head. */
  notified(head: Position): void;
  /** Batches in order. The receiver may have some of these batches already. */
  bring(rows: readonly BatchRow[]): void;
  end(): Promise<void>;
}

export interface LogParts<T extends Tail> {
  /** The log's name in messages, without a password. */
  readonly place: string;
  readonly looks: Looks;
  /** The predecessor of the first batch, but for the log's id. */
  readonly start: T;
  /** The clock of this machine, in epoch milliseconds. */
  readonly now: () => number;
}

/** A node's knowledge of an open log. */
export class LogState<T extends Tail> {
  /** The log's name in messages. */
  readonly place: string;
  readonly looks: Looks;
  /** The predecessor of the first batch: its id is the log's. */
  start: T;
  /** This node's name for the other nodes. The names of older nodes sort first. */
  readonly node = `${Date.now().toString(36)}-${randomUUID()}`;
  readonly tails = new KnownTails<T>();
  readonly followers = new Set<Following>();
  readonly due = new SnapshotDue();
  readonly clock: ServerClock;
  /** How far this node has read the log. Other nodes must not trim anything after it. */
  applied: Position = 0;

  constructor({ place, looks, start, now }: LogParts<T>) {
    this.place = place;
    this.looks = looks;
    this.start = start;
    this.clock = new ServerClock(now);
  }

  /** There may be new batches. */
  wake(): void {
    for (const follower of this.followers) follower.wake();
  }

  /** A node has announced the position of the log's head. */
  notified(head: Position): void {
    for (const follower of this.followers) follower.notified(head);
  }

  /** Passes batches to all followers, whichever way they were read or written. */
  bring(rows: readonly BatchRow[]): void {
    for (const follower of this.followers) follower.bring(rows);
  }

  /**
   * The batches after `tail` with their digests. Each batch has to continue from the batch before it. `isThere`: the
   * log still has `tail`. `mayBeVoid`: the log may hold batches that continue from none, which every reader ignores.
   *
   * @throws StorageError `trimmed` if the next batch has been trimmed, `diverged` if this is a different log.
   */
  chained<B extends BatchRow & T>(tail: T | null, rows: readonly B[], isThere: boolean, mayBeVoid: boolean): B[] {
    const chained: B[] = [];
    let before: Tail | null = tail;
    for (const row of rows) {
      if (before !== null && (row.first !== before.last + 1 || row.prev !== before.id)) {
        const isFirst = !isThere && chained.length === 0;
        if (mayBeVoid && !isFirst) continue;
        throw isFirst && row.first > before.last + 1
          ? this.trimmed(row.first, before.last)
          : this.diverged(before.last);
      }
      const next = digested(before, row);
      // This batch may have been read before a failover removed it: one that was read since is never forgotten.
      const known: Tail = this.tails.at(row.last) ?? next;
      if (known.id !== next.id || isOtherDigest(known.digest, next.digest)) throw this.diverged(row.last);
      chained.push(next);
      before = next;
    }
    for (const { prev, body, crc, ...place } of chained) this.tails.note(place as unknown as T);
    return chained;
  }

  trimmed(oldest: Position, last: Position): StorageError {
    const message = `${this.place} begins at position ${oldest}: what comes after ${last} is forgotten`;
    return new StorageError("trimmed", message, { oldest });
  }

  diverged(position: Position): StorageError {
    const message = `${this.place} is not the log that was read before: position ${position} is another one, or gone`;
    return new StorageError("diverged", message, { position });
  }
}
