import { randomUUID } from "node:crypto";
import { StorageError } from "../../error.ts";
import type { Opened, Position } from "../../port.ts";
import { SnapshotDue } from "../../sharing/snapshot-due.ts";
import { SHARED_BATCH } from "../batch-log/batch.ts";
import { EMPTY_DIGEST, isOtherDigest } from "../batch-log/digest.ts";
import type { FollowedLog, Following } from "../batch-log/follower.ts";
import { Heartbeat } from "../batch-log/heartbeat.ts";
import { KnownTails, type Tail } from "../batch-log/tails.ts";
import type { Address } from "./address.ts";
import { Connection } from "./connection.ts";
import { type LogBatch, type LogTail, readHeaders } from "./messages.ts";
import { News, SILENCE } from "./news.ts";
import { Notes } from "./notes.ts";
import { Objects } from "./objects.ts";
import { BatchReader } from "./reader.ts";
import { ServerClock } from "./server-clock.ts";
import { openStream, patiently } from "./stream.ts";

export interface LogOptions {
  /** Create the stream if there is none. */
  readonly create: boolean;
  /** The clock of this machine, in epoch milliseconds. */
  readonly now: () => number;
}

/** An open log and the state that all parts of the adapter share. */
export class JetStreamLog implements FollowedLog {
  readonly address: Address;
  readonly options = { listen: true, poll: 250 };
  /** This node's name for the other nodes. The names of older nodes sort first. */
  readonly node = `${Date.now().toString(36)}-${randomUUID()}`;
  readonly tails = new KnownTails<LogTail>();
  readonly reader: BatchReader;
  readonly followers = new Set<Following>();
  readonly news: News;
  readonly notes: Notes;
  readonly due = new SnapshotDue();
  readonly clock: ServerClock;
  /** How far this node has read the log. Other nodes must not trim anything after it. */
  applied: Position = 0;
  #connection: Connection | null = null;
  readonly #create: boolean;
  #logId = "";
  #replicas = 1;
  readonly #heartbeat = new Heartbeat();

  constructor(address: Address, { create, now }: LogOptions) {
    this.address = address;
    this.#create = create;
    this.clock = new ServerClock(now);
    this.reader = new BatchReader({
      connection: () => this.connection,
      stream: address.stream,
      tails: this.tails,
      place: address.shown,
      start: () => this.start,
      prove: () => this.prove(),
    });
    const parts = { connection: () => this.connection, node: this.node };
    this.news = new News({
      ...parts,
      subject: address.subjects.news,
      head: () => this.tails.last,
      onHead: (head) => {
        for (const follower of this.followers) follower.notified(head);
      },
    });
    this.notes = new Notes({
      ...parts,
      bucket: address.buckets.notes,
      applied: () => this.applied,
      clock: this.clock,
      place: address.shown,
    });
  }

  /** @throws StorageError (rejected) if the log cannot be used */
  async open(): Promise<Opened> {
    const { stream } = this.address;
    const connection = await patiently(() => Connection.to(this.address));
    this.#connection = connection;
    const { logId, replicas } = await openStream(connection, this.address, this.#create);
    this.#logId = logId;
    this.#replicas = replicas;
    this.tails.note(this.start);
    await this.notes.open(replicas);
    // The first heartbeat is dated by this machine's clock, and tells what the servers' clock is.
    for (let beats = 0; beats < 2; beats += 1) await patiently(() => this.notes.beat());
    const others = (await patiently(() => this.notes.nodes())).filter(({ seenAgo }) => seenAgo < SILENCE);
    await this.news.open(others.map(({ id }) => id));
    const head = (await patiently(() => this.#last())) ?? this.start;
    this.tails.note(head);
    const [first] = (await patiently(() => connection.look({ stream, seq: 1, batch: 1 }))).messages.filter(
      ({ isOfLog }) => isOfLog,
    );
    const oldest = (first === undefined ? null : readHeaders(first.headers))?.first ?? head.last;
    const survives = replicas > 1 ? "loss of a node" : "power loss";
    this.#heartbeat.start(() => this.beat());
    return { logId, head: head.last, oldest, survives, shared: true, maxBatchBytes: SHARED_BATCH };
  }

  get connection(): Connection {
    if (this.#connection === null) throw new StorageError("misused", `${this.address.shown} is not open`);
    return this.#connection;
  }

  /** The predecessor of the first batch. */
  get start(): LogTail {
    return { first: 0, last: 0, id: this.#logId, digest: EMPTY_DIGEST, seq: 0, end: 0 };
  }

  /** The last batch, read from the stream's leader. */
  async #last(): Promise<LogTail | null> {
    const { jsm } = this.connection;
    const { stream, subjects } = this.address;
    let message = await this.connection.last(stream, subjects.log);
    const end = message?.seq ?? 0;
    while (message !== null) {
      const head = message.subject === subjects.log ? readHeaders(message.header) : null;
      if (head?.part === head?.parts && head !== null) {
        const { first, last, id, digest } = head;
        return { first, last, id, digest, seq: message.seq, end };
      }
      if (message.seq === 1) return null;
      message = await jsm.streams.getMessage(stream, { seq: message.seq - 1 });
    }
    return null;
  }

  after(tail: Tail): Promise<readonly LogBatch[]> {
    return this.reader.after(tail);
  }

  /**
   * A sequence after everything that was acknowledged before the call: that of a message published by this node, which
   * a majority has stored. Only the newest such message is kept.
   */
  async prove(): Promise<number> {
    const { stream, subjects } = this.address;
    const headers = this.connection.nats.headers();
    headers.set("Nats-Rollup", "sub");
    const { seq } = await this.connection.publish(subjects.barrier, "", { headers, expect: { streamName: stream } });
    return seq;
  }

  /** The last position, proved by a message that was published after the call. Throws StorageError `diverged`. */
  async barrier(): Promise<Position> {
    const newest = this.tails.at(this.tails.last) ?? this.start;
    const batches = await this.reader.through(newest, await this.prove());
    this.bring(batches);
    return batches.at(-1)?.last ?? newest.last;
  }

  /** The batch that ends at a position. Throws StorageError (rejected) `diverged` if there is none. */
  async tailAt(position: Position): Promise<LogTail> {
    const known = this.tails.at(position);
    if (known !== undefined) return known;
    const [next] = position === 0 ? [this.start] : await this.reader.from(position);
    const found = next?.last === position ? next : undefined;
    if (found !== undefined) return found;
    throw new StorageError("diverged", `${this.address.shown} has no batch that ends at position ${position}`);
  }

  /**
   * Whether a batch is still where it was. A sequence identifies a place and not a message: a stream restored from a
   * backup reuses sequences.
   */
  async isStillThere({ seq, id, digest }: LogTail): Promise<boolean> {
    if (seq === 0) return true;
    const message = await this.connection.jsm.streams.getMessage(this.address.stream, { seq });
    const there = message === null ? null : readHeaders(message.header);
    return there?.id === id && !isOtherDigest(there.digest, digest);
  }

  /** Deletes the messages before a sequence. */
  async forget(seq: number): Promise<void> {
    await this.connection.jsm.streams.purge(this.address.stream, { seq });
  }

  async beat(): Promise<void> {
    this.news.beat();
    await this.notes.beat();
    this.due.stored(await this.notes.newestSnapshot());
  }

  /** Large values beside the log. */
  objects(bucket: string): Objects {
    return new Objects({ connection: () => this.connection, bucket, replicas: () => this.#replicas });
  }

  /** Passes batches to all followers, whichever way they were read or written. */
  bring(batches: readonly LogBatch[]): void {
    for (const follower of this.followers) follower.bring(batches);
  }

  async close(): Promise<void> {
    this.#heartbeat.stop();
    await Promise.all([...this.followers].map((follower) => follower.end()));
    await this.notes.leave().catch(() => {});
    await this.news.close();
    await this.#connection?.close();
  }
}
