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
} from "../../port.ts";
import { NODE_LAPSE } from "../../sharing/lapses.ts";
import { entriesFrom } from "../batch-log/batch.ts";
import { Follower } from "../batch-log/follower.ts";
import { countBeating } from "../batch-log/heartbeat.ts";
import { type Address, parseAddress } from "./address.ts";
import { Appender } from "./appender.ts";
import { JetStreamFiles } from "./files.ts";
import { JetStreamLog, type LogOptions } from "./log.ts";
import type { JetStreamNode } from "./notes.ts";
import type { Objects } from "./objects.ts";
import { Snapshots } from "./snapshots.ts";
import { patiently } from "./stream.ts";
import { Turns } from "./turns.ts";

export interface JetStreamOptions {
  /** Create the stream if there is none. True when absent; with false, `open` throws `unreadable` without it. */
  readonly create?: boolean;
  /** @internal The clock of this machine, in epoch milliseconds. */
  readonly now?: () => number;
}

interface Open {
  readonly log: JetStreamLog;
  readonly appender: Appender;
  readonly turns: Turns;
  readonly snapshots: Snapshots;
  readonly files: Objects;
}

/**
 * A log in NATS JetStream 2.15 or newer that any number of nodes share. Needs the packages `@nats-io/transport-node`,
 * `@nats-io/jetstream`, `@nats-io/kv` and `@nats-io/obj`. An acknowledged write has been flushed by a majority of the
 * servers.
 */
export class JetStreamStorage implements Storage {
  readonly #address: Address;
  readonly #options: LogOptions;
  #open: Open | null = null;

  /**
   * @param url `nats://USER:PASSWORD@HOST[,HOST…]/NAME[?replicas=3&monitors=URL[,URL…]&trust=sync]`.
   * @throws StorageError `misused` for an invalid URL.
   */
  constructor(url: string, { create = true, now = Date.now }: JetStreamOptions = {}) {
    this.#address = parseAddress(url);
    this.#options = { create, now };
    const { shown } = this.#address;
    this.fitted = {
      place: shown,
      advice: `carry the content over by way of a file that can be edited: galley data copy ${shown} FILE.json`,
      read: async () => this.#use.log.notes.read("fits"),
      write: async (fingerprint) => this.#use.log.notes.write("fits", fingerprint),
    };
  }

  readonly fitted: FittedNote;

  /** Uploaded files, shared by all nodes. */
  readonly files: FileStore = new JetStreamFiles(
    () => this.#use.files,
    () => this.#use.log.clock.now(),
  );

  readonly snapshots = {
    newest: async (): Promise<StoredSnapshot | null> => this.#use.snapshots.newest(),
    store: async (at: Position, bytes: AsyncIterable<Uint8Array>): Promise<void> => {
      await this.#use.snapshots.store(at, bytes);
    },
    due: (): boolean => this.#use.log.due.isDue,
  };

  readonly sharing: Sharing = {
    follow: async (from, sink) => {
      const { log } = this.#use;
      const follower = new Follower(log, await log.tailAt(from), sink);
      follower.start();
      return () => follower.end();
    },
    barrier: async () => this.#use.log.barrier(),
    claimSnapshot: async (at) => this.#use.snapshots.claim(at),
    turn: async (after, patience) => this.#use.turns.turn(after, patience),
    nodes: async () => countBeating(await this.nodes()),
    clockOffset: () => this.#open?.log.clock.offset ?? null,
  };

  /** @throws StorageError `unreadable` if no server can be used, `invalid` for an unknown format, `damaged` */
  async open(): Promise<Opened> {
    if (this.#open !== null) throw new StorageError("misused", `${this.#address.shown} is open already`);
    const log = new JetStreamLog(this.#address, this.#options);
    const appender = new Appender(log);
    const turns = new Turns(log, appender);
    this.#open = {
      log,
      appender,
      turns,
      snapshots: new Snapshots(log),
      files: log.objects(this.#address.buckets.files),
    };
    try {
      const opened = await log.open();
      turns.open();
      if ((await patiently(() => log.notes.read(FILLING))) === null) return opened;
      const advice = "remove its stream, and copy again";
      throw new StorageError("damaged", `${this.#address.shown} holds a copy that was interrupted: ${advice}`);
    } catch (error) {
      await this.close();
      if (error instanceof StorageError) throw error;
      throw new StorageError("unreadable", `${this.#address.shown} cannot be used: ${reasonOf(error)}`);
    }
  }

  async append(expected: Position, batch: readonly Entry[]): Promise<Appended> {
    return this.#use.appender.append(expected, batch);
  }

  async probe(): Promise<string | null> {
    try {
      await this.#use.log.prove();
      return null;
    } catch (error) {
      return reasonOf(error);
    }
  }

  async *read(from: Position): AsyncGenerator<Entries> {
    const { log } = this.#use;
    // The server that answers may lag behind the others.
    const proved = await log.prove();
    let batches = await log.reader.from(from, proved);
    for (let last = batches.at(-1); last !== undefined; last = batches.at(-1)) {
      log.bring(batches);
      for (const batch of batches) yield entriesFrom(batch, from);
      batches = await log.reader.after(last, proved);
    }
  }

  /** Never trims past the second newest snapshot, nor past an entry that a live node has yet to apply. */
  async trim(through: Position): Promise<void> {
    const { log, snapshots } = this.#use;
    const second = (await snapshots.list())[1];
    if (second === undefined) return;
    const others = (await log.notes.nodes()).filter(({ seenAgo }) => seenAgo < NODE_LAPSE);
    const until = Math.min(through, second.at, log.applied, ...others.map(({ applied }) => applied));
    await log.forget(until === second.at ? second.seq + 1 : await log.reader.sequenceBehind(until));
    await log.notes.sweep();
  }

  async beginFilling(): Promise<() => Promise<void>> {
    const { notes } = this.#use.log;
    await notes.write(FILLING, "true");
    return () => notes.remove(FILLING);
  }

  /** The other nodes that have the log open, including those that ended without signing off. */
  async nodes(): Promise<readonly JetStreamNode[]> {
    return this.#use.log.notes.nodes();
  }

  async close(): Promise<void> {
    const open = this.#open;
    this.#open = null;
    await open?.turns.close();
    await open?.log.close();
  }

  get #use(): Open {
    if (this.#open === null) throw new StorageError("misused", `${this.#address.shown} is not open`);
    return this.#open;
  }
}

const FILLING = "filling";
