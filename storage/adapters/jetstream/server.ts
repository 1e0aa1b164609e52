import { StorageError } from "../../error.ts";
import type { Position } from "../../port.ts";
import { NODE_LAPSE } from "../../sharing/lapses.ts";
import type { FoundLog, LogServer } from "../shared-log/server.ts";
import type { LogState } from "../shared-log/state.ts";
import type { Address } from "./address.ts";
import { Appender } from "./appender.ts";
import { StreamMarks } from "./beside/marks.ts";
import { Notes } from "./beside/notes.ts";
import { Objects } from "./beside/objects.ts";
import { Snapshots } from "./beside/snapshots.ts";
import { Connection, type Site } from "./connection.ts";
import { type LogTail, readHeaders, tailOf } from "./messages.ts";
import { News, SILENCE } from "./news.ts";
import { BatchReader } from "./reader.ts";
import { openStream, patiently } from "./stream.ts";
import { Turns } from "./turns.ts";

/** The primitives of a shared log: a stream of messages, buckets beside it, and messages between its nodes. */
export class JetStreamServer implements LogServer<LogTail>, Site {
  readonly files: Objects;
  readonly reader: BatchReader;
  readonly appender: Appender;
  readonly turns: Turns;
  readonly snapshots: Snapshots;
  readonly notes: Notes;
  readonly marks: StreamMarks;
  readonly address: Address;
  readonly #create: boolean;
  readonly log: LogState<LogTail>;
  readonly #news = new News(this);
  #connection: Connection | null = null;
  #replicas = 1;

  /** `create`: make the stream if there is none. */
  constructor(address: Address, create: boolean, log: LogState<LogTail>) {
    this.address = address;
    this.#create = create;
    this.log = log;
    const connection = () => this.connection;
    const objects = (bucket: string) => new Objects({ connection, bucket, replicas: () => this.#replicas });
    const { buckets, shown: place } = address;
    const { node, clock } = log;
    this.reader = new BatchReader(this);
    this.appender = new Appender(this, this.reader);
    this.turns = new Turns(this, this.#news, this.reader, this.appender);
    this.notes = new Notes({ connection, node, clock, place, bucket: buckets.notes, applied: () => log.applied });
    this.marks = new StreamMarks(this, () => this.#replicas);
    this.files = objects(buckets.files);
    this.snapshots = new Snapshots(objects(buckets.snapshots), this.notes, this.reader);
  }

  async open(): Promise<FoundLog<LogTail>> {
    const { stream } = this.address;
    const connection = await patiently(() => Connection.to(this.address));
    this.#connection = connection;
    const { logId, replicas } = await openStream(connection, this.address, this.#create);
    this.#replicas = replicas;
    await this.notes.open(replicas);
    // The first heartbeat is dated by this machine's clock, and tells what the servers' clock is.
    for (let beats = 0; beats < 2; beats += 1) await patiently(() => this.notes.beat());
    const others = (await patiently(() => this.notes.nodes())).filter(({ seenAgo }) => seenAgo < SILENCE);
    await this.#news.open(others.map(({ id }) => id));
    const head = await patiently(() => this.#last());
    const [first] = (await patiently(() => connection.look({ stream, seq: 1, batch: 1 }))).messages.filter(
      ({ isOfLog }) => isOfLog,
    );
    const oldest = first === undefined ? null : (readHeaders(first.headers)?.first ?? null);
    this.turns.open();
    const isBeingFilled = await patiently(() => this.notes.isBeingFilled());
    return { logId, head, oldest, isBeingFilled, survives: replicas > 1 ? "loss of a node" : "power loss" };
  }

  /** The last batch, read from the stream's leader. */
  async #last(): Promise<LogTail | null> {
    const { stream, subjects } = this.address;
    let message = await this.connection.last(stream, subjects.log);
    const end = message?.seq ?? 0;
    while (message !== null) {
      const head = message.subject === subjects.log ? readHeaders(message.header) : null;
      if (head !== null && head.part === head.parts) return tailOf({ ...head, seq: message.seq, end });
      if (message.seq === 1) return null;
      message = await this.connection.jsm.streams.getMessage(stream, { seq: message.seq - 1 });
    }
    return null;
  }

  async probe(): Promise<void> {
    await this.reader.prove();
  }

  async head(): Promise<Position> {
    const { tails, start } = this.log;
    const newest = tails.at(tails.last) ?? start;
    const batches = await this.reader.through(newest, await this.reader.prove());
    this.log.bring(batches);
    return batches.at(-1)?.last ?? newest.last;
  }

  announce(head: Position): void {
    this.#news.announce(head);
  }

  async trim(through: Position): Promise<void> {
    const second = (await this.snapshots.list())[1]?.tail;
    if (second === undefined) return;
    const others = (await this.notes.nodes()).filter(({ seenAgo }) => seenAgo < NODE_LAPSE);
    const until = Math.min(through, second.last, this.log.applied, ...others.map(({ applied }) => applied));
    const seq = until === second.last ? second.seq + 1 : await this.reader.sequenceBehind(until);
    await this.connection.jsm.streams.purge(this.address.stream, { seq });
    await this.notes.sweep();
  }

  async beat(): Promise<Position> {
    this.#news.beat();
    await this.notes.beat();
    return this.notes.newestSnapshot();
  }

  lease(name: string, seconds: number): Promise<boolean> {
    return this.notes.lease(name, seconds);
  }

  /** Epoch milliseconds of the servers' clock. */
  now(): number {
    return this.log.clock.now();
  }

  async close(): Promise<void> {
    await this.turns.close();
    await this.notes.leave().catch(() => {});
    await this.#news.close();
    await this.#connection?.close();
  }

  get connection(): Connection {
    if (this.#connection === null) throw new StorageError("misused", `${this.address.shown} is not open`);
    return this.#connection;
  }
}
