import { reasonOf, StorageError } from "../../error.ts";
import type { FileStore } from "../../file-store/port.ts";
import type {
  Appended,
  Entries,
  Entry,
  FittedNote,
  Opened,
  Position,
  Sharing,
  Storage,
  StoredSnapshot,
  Turn,
} from "../../port.ts";
import { marksOf } from "../marks/marks-of.ts";
import { encodeBatch, entriesFrom, SHARED_BATCH, StoredEntries, tooLarge } from "./batch.ts";
import { chainDigest } from "./digest.ts";
import { Follower } from "./follower.ts";
import { countBeating, Heartbeat } from "./heartbeat.ts";
import type { GivenTurn, LogNode, LogServer } from "./server.ts";
import { Snapshots } from "./snapshots.ts";
import { type LogParts, LogState } from "./state.ts";
import type { Tail } from "./tails.ts";

export interface SharedLogParts<T extends Tail, S> extends LogParts<T> {
  /** The system's name in messages. */
  readonly system: string;
  /** How an operator removes an incomplete copy. */
  readonly removal: string;
  serverOf(log: LogState<T>): S;
  /** Uploaded files beside the log. `server` throws StorageError `misused` while the log is not open. */
  files(server: () => S): FileStore;
}

interface Open {
  readonly log: LogState<Tail>;
  readonly server: LogServer<Tail>;
  readonly snapshots: Snapshots<Tail>;
  readonly heartbeat: Heartbeat;
}

/** A log of batches that any number of nodes share, over the primitives of the system that keeps it. */
export class SharedLogStorage implements Storage {
  readonly #parts: SharedLogParts<Tail, LogServer<Tail>>;
  #open: Open | null = null;

  /** @internal */
  constructor(parts: SharedLogParts<Tail, LogServer<Tail>>) {
    this.#parts = parts;
    const { place } = parts;
    this.fitted = {
      place,
      advice: `carry the content over by way of a file that can be edited: galley data copy ${place} FILE.json`,
      read: async () => this.#use.server.notes.fits(),
      write: async (fingerprint) => this.#use.server.notes.setFits(fingerprint),
    };
    this.files = parts.files(() => this.#use.server);
  }

  readonly fitted: FittedNote;

  /** Uploaded files, shared by all nodes. */
  readonly files: FileStore;

  readonly marks = marksOf(() => this.#use.server.marks);

  readonly snapshots = {
    newest: async (): Promise<StoredSnapshot | null> => this.#use.snapshots.newest(),
    store: async (at: Position, bytes: AsyncIterable<Uint8Array>): Promise<void> => {
      await this.#use.snapshots.store(at, bytes);
    },
    due: (): boolean => this.#use.log.due.isDue,
  };

  readonly sharing: Sharing = {
    follow: async (from, sink) => {
      const { log, server } = this.#use;
      const follower = new Follower(log, server.reader, await this.#tailAt(from), sink);
      follower.start();
      return () => follower.end();
    },
    barrier: async () => this.#use.server.head(),
    claimSnapshot: async (at) => this.#use.snapshots.claim(at),
    turn: async (after, patience) => this.#turn(after, patience),
    nodes: async () => countBeating(await this.nodes()),
    lease: async (name, seconds) => this.#use.server.lease(name, seconds),
    clockOffset: () => this.#open?.log.clock.offset ?? null,
  };

  /** @throws StorageError `unreadable` if no server can be used, `invalid` for an unknown format, `damaged` */
  async open(): Promise<Opened> {
    const { place, removal, serverOf } = this.#parts;
    if (this.#open !== null) throw new StorageError("misused", `${place} is open already`);
    const log = new LogState<Tail>(this.#parts);
    const server = serverOf(log);
    const heartbeat = new Heartbeat();
    this.#open = { log, server, heartbeat, snapshots: new Snapshots(log, server) };
    try {
      const { logId, survives, head, oldest, isBeingFilled } = await server.open();
      if (isBeingFilled)
        throw new StorageError("damaged", `${place} holds a copy that was interrupted: ${removal}, and copy again`);
      log.start = { ...log.start, id: logId };
      log.tails.note(log.start);
      if (head !== null) log.tails.note(head);
      heartbeat.start(async () => log.due.stored(await server.beat()));
      return {
        logId,
        head: log.tails.last,
        oldest: oldest ?? log.tails.last,
        survives,
        shared: true,
        maxBatchBytes: SHARED_BATCH,
      };
    } catch (error) {
      await this.close();
      if (error instanceof StorageError) throw error;
      throw new StorageError("unreadable", `${place} cannot be used: ${reasonOf(error)}`);
    }
  }

  async append(expected: Position, batch: readonly Entry[]): Promise<Appended> {
    return this.#append(this.#use.server.appender, expected, batch);
  }

  async probe(): Promise<string | null> {
    try {
      await this.#use.server.probe();
      return null;
    } catch (error) {
      return reasonOf(error);
    }
  }

  async *read(from: Position): AsyncGenerator<Entries> {
    const { log, server } = this.#use;
    // The server that answers may lag behind the others.
    const { reader } = server;
    const proved = await reader.prove();
    let rows = await reader.from(from, proved);
    for (let last = rows.at(-1); last !== undefined; last = rows.at(-1)) {
      log.bring(rows);
      for (const row of rows) yield entriesFrom(row, from);
      rows = await reader.after(last, proved);
    }
  }

  /** Never trims past the second newest snapshot, nor past an entry that a live node has yet to apply. */
  async trim(through: Position): Promise<void> {
    await this.#use.server.trim(through);
  }

  async beginFilling(): Promise<() => Promise<void>> {
    const { notes } = this.#use.server;
    await notes.setFilling(true);
    return () => notes.setFilling(false);
  }

  /** The other nodes that have the log open, nodes that ended without signing off included. */
  async nodes(): Promise<readonly LogNode[]> {
    return this.#use.server.notes.nodes();
  }

  async close(): Promise<void> {
    const open = this.#open;
    this.#open = null;
    if (open === null) return;
    open.heartbeat.stop();
    await Promise.all([...open.log.followers].map((follower) => follower.end()));
    await open.server.close();
  }

  async #append(by: Pick<GivenTurn<Tail>, "append">, expected: Position, entries: readonly Entry[]): Promise<Appended> {
    const { log, server } = this.#use;
    const [head] = entries;
    if (head === undefined) return { kind: "ok", head: expected };
    const encoded = encodeBatch(entries);
    if (encoded === null) return tooLarge(this.#parts.system);
    const place = { first: expected + 1, last: expected + entries.length, id: head.commit };
    try {
      // The position alone does not fence: after a failover, another batch may be stored there.
      const before = log.tails.at(expected);
      if (before === undefined) return { kind: "conflict", head: await server.head() };
      const batch = { ...place, ...encoded, digest: chainDigest(before.digest, { ...place, ...encoded }) };
      const stored = await by.append(before, batch);
      if (stored.kind !== "ok") return stored;
      log.tails.note(stored.tail);
      log.bring([{ ...batch, prev: before.id }]);
      server.announce(batch.last);
      return { kind: "ok", head: batch.last };
    } catch (error) {
      if (error instanceof StorageError && error.code === "misused") throw error;
      if (error instanceof StorageError && error.code === "diverged") return { kind: "conflict", head: expected };
      return { kind: "unknown", reason: reasonOf(error) };
    }
  }

  async #turn(after: Position, patience: number): Promise<Turn | null> {
    const { log, server } = this.#use;
    const tail = log.tails.at(after);
    const turn = tail === undefined ? null : await server.turns.turn(tail, patience);
    if (turn === null) return null;
    log.bring(turn.behind);
    const stored = turn.behind.map((row) => new StoredEntries(row));
    return {
      behind: {
        *[Symbol.iterator]() {
          for (const entries of stored) yield* entries;
        },
      },
      append: (expected, batch) => this.#append(turn, expected, batch),
      release: () => turn.release(),
    };
  }

  /** The batch that ends at a position. Throws StorageError `diverged` or `trimmed` if there is none. */
  async #tailAt(position: Position): Promise<Tail> {
    const { log, server } = this.#use;
    const known = log.tails.at(position) ?? (position === 0 ? log.start : undefined);
    if (known !== undefined) return known;
    const [found] = await server.reader.from(position);
    if (found?.last === position) return found;
    throw new StorageError("diverged", `${this.#parts.place} has no batch that ends at position ${position}`);
  }

  get #use(): Open {
    if (this.#open === null) throw new StorageError("misused", `${this.#parts.place} is not open`);
    return this.#open;
  }
}
