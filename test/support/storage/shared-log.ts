import { marksOf } from "../../../storage/adapters/marks/marks-of.ts";
import { MemoryMarks } from "../../../storage/adapters/marks/memory-marks.ts";
import { Leases } from "../../../storage/adapters/workers/leases.ts";
import {
  type Appended,
  type Entries,
  type Entry,
  type Opened,
  type Position,
  type Sharing,
  type Sink,
  type Storage,
  StorageError,
  type StoredSnapshot,
  type Turn,
} from "../../../storage/internal.ts";
import { CLAIM_LAPSE, NODE_LAPSE } from "../../../storage/sharing/lapses.ts";
import { REAL_TIMING, type Timing } from "../../../storage/sharing/timing.ts";

/** The fate of a call, decided when it comes. */
export interface Fate {
  /** The call reaches the log. */
  readonly arrives: boolean;
  /** Its answer reaches the caller. */
  readonly isAnswered: boolean;
  /** The call reaches the log again, after its answer. */
  readonly repeats: boolean;
}

export interface Adversary {
  /** Takes the time that a message from or to a node takes. */
  delay(node: number): Promise<void>;
  appending(node: number): Fate;
  /** Whether the node reaches the log at the moment. */
  reaches(node: number): boolean;
  /** Whether a follower gets a batch twice. */
  doubles?(node: number): boolean;
}

const NONE: Adversary = {
  delay: async () => {},
  appending: () => ({ arrives: true, isAnswered: true, repeats: false }),
  reaches: () => true,
};

/** Milliseconds after which a turn that was not released is given to the next node. */
const TURN_LEASE = 2000;

/** A batch as its successor refers to it. */
interface Tail {
  readonly last: Position;
  /** The id of its first commit; at position 0 the log's id. */
  readonly id: string;
}

interface Batch extends Tail {
  readonly first: Position;
  readonly previous: string;
  readonly entries: readonly Entry[];
}

interface Snapshot extends Tail {
  readonly chunks: readonly Uint8Array[];
}

/** The log's knowledge of a node that has it open. */
interface Member {
  /** How far it has read. */
  applied: Position;
  seen: number;
}

/** Whose snapshot is being stored, and since when it has stored nothing of it. */
interface Claim {
  readonly node: number;
  renewed: number;
}

/**
 * A log in memory that several stores write to, each through a storage of its own. As in PostgreSQL a batch names the one
 * before it, so that nodes notice when the log loses its tail, which `lose` brings about.
 */
export class SharedLog {
  readonly id = "shared";
  readonly adversary: Adversary;
  readonly timing: Timing;
  /** Of `Opened`. */
  readonly maxBatchBytes: number;
  /** Called with the entries by which the log has grown; with none when it has lost some. */
  readonly listeners = new Set<(added: readonly Entry[]) => void>();
  readonly lock: TurnLock;
  readonly marks = new MemoryMarks();
  readonly leases = new Leases();
  #claim: Claim | null = null;
  readonly #members = new Map<number, Member>();
  /** Milliseconds by which all that nodes have said of themselves is older than it was. */
  #age = 0;
  #snapshots: readonly Snapshot[] = [];
  #batches: Batch[] = [];
  /** The predecessor of the first batch: everything up to it has been removed. */
  #base: Tail = { last: 0, id: this.id };
  #nodes = 0;
  #losses = 0;

  constructor(adversary: Adversary = NONE, timing: Timing = REAL_TIMING, maxBatchBytes = Number.POSITIVE_INFINITY) {
    this.adversary = adversary;
    this.maxBatchBytes = maxBatchBytes;
    this.timing = timing;
    this.lock = new TurnLock(timing);
  }

  /** A storage of a node of its own. */
  storage(): Storage & { readonly sharing: Sharing } {
    this.#nodes += 1;
    return new SharedLogStorage(this, this.#nodes);
  }

  /** How often the log has lost its tail: batches on their way then do not arrive. */
  get losses(): number {
    return this.#losses;
  }

  /** All that is not forgotten. */
  get entries(): readonly Entry[] {
    return this.#batches.flatMap(({ entries }) => entries);
  }

  get tail(): Tail {
    return this.#batches.at(-1) ?? this.#base;
  }

  /** Position of the oldest entry; the head where there is none. */
  get oldest(): Position {
    return this.#batches[0]?.first ?? this.#base.last;
  }

  get newest(): Snapshot | undefined {
    return this.#snapshots.at(-1);
  }

  /** The batch that ends at a position, in so far as it is known. */
  tailAt(last: Position): Tail | undefined {
    return this.#base.last === last ? this.#base : this.#batches.find((batch) => batch.last === last);
  }

  /** The batch that begins at a position. */
  batchAt(first: Position): Batch | undefined {
    return this.#batches.find((batch) => batch.first === first);
  }

  /**
   * The batches with the entries after a position. `id`: of the batch that ended there when it was read.
   *
   * @throws StorageError `trimmed`, `diverged`.
   */
  after(position: Position, id: string | undefined): readonly Batch[] {
    if (position < this.#base.last) {
      throw new StorageError("trimmed", `The log begins at position ${this.oldest}`, { oldest: this.oldest });
    }
    if (id !== undefined && this.tailAt(position)?.id !== id) {
      throw new StorageError("diverged", `Position ${position} is not what was read before`, { position });
    }
    return this.#batches.filter(({ last }) => last > position);
  }

  /** The result of an append when it reaches the log. */
  arrive(before: Tail, batch: readonly Entry[]): Appended {
    const [first] = batch;
    if (first === undefined) return { kind: "ok", head: before.last };
    const { tail } = this;
    if (tail.last !== before.last || tail.id !== before.id) return this.#settle(before.last, first, tail.last);
    // As a log for other processes does: a replacement is more than its changes to the process that made it.
    const entries = batch.map((entry): Entry => JSON.parse(JSON.stringify(entry)));
    const last = before.last + entries.length;
    this.#batches.push({ first: before.last + 1, last, id: first.commit, previous: before.id, entries });
    this.#see(...this.#members.keys());
    for (const hear of this.listeners) hear(entries);
    return { kind: "ok", head: last };
  }

  /** A batch that was sent again may be there already. */
  #settle(expected: Position, { commit }: Entry, head: Position): Appended {
    const there = this.batchAt(expected + 1);
    return there?.id === commit ? { kind: "ok", head: there.last } : { kind: "conflict", head };
  }

  /** Loses all after a position, as a failover to a server does that has not got all. Gives the lost entries. */
  lose(after: Position): readonly Entry[] {
    this.#losses += 1;
    const lost = this.#batches.filter(({ last }) => last > after);
    this.#batches = this.#batches.filter(({ last }) => last <= after);
    this.#snapshots = this.#snapshots.filter(({ last }) => last <= after);
    for (const hear of this.listeners) hear([]);
    return lost.flatMap(({ entries }) => entries);
  }

  /** A snapshot of a state that the log does not have counts for nothing. */
  keep(snapshot: Snapshot): void {
    if (this.tailAt(snapshot.last)?.id !== snapshot.id) return;
    if (snapshot.last <= (this.newest?.last ?? 0)) return;
    this.#snapshots = [...this.#snapshots, snapshot].slice(-2);
  }

  /** A node trims, so the log hears of that node. */
  trim(through: Position, node: number): void {
    const [older] = this.#snapshots;
    if (older === undefined || this.#snapshots.length < 2) return;
    this.#see(node);
    const living = [...this.#members.values()].filter(({ seen }) => this.#now - seen <= NODE_LAPSE);
    const limit = Math.min(through, older.last, ...living.map(({ applied }) => applied));
    const forgotten = this.#batches.filter(({ last }) => last <= limit);
    this.#base = forgotten.at(-1) ?? this.#base;
    this.#batches = this.#batches.slice(forgotten.length);
  }

  /** A node has read so far, and nothing after it. */
  applied(node: number, applied: Position): void {
    this.#members.set(node, { applied, seen: this.#now });
  }

  leave(node: number): void {
    this.#members.delete(node);
  }

  /** Whether the node is to store a snapshot; again of its own claim, which it renews. */
  claims(node: number, at: Position): boolean {
    const claim = this.#claim;
    const isFree = claim === null || claim.node === node || this.#now - claim.renewed > CLAIM_LAPSE;
    if (!isFree || at <= (this.newest?.last ?? 0)) return false;
    this.#claim = { node, renewed: this.#now };
    return true;
  }

  release(node: number): void {
    if (this.#claim?.node === node) this.#claim = null;
  }

  /** Makes what nodes have said of themselves older, as if time had passed. */
  age(milliseconds: number): void {
    this.#age += milliseconds;
  }

  get #now(): number {
    return this.timing.now() + this.#age;
  }

  /** Hears of the nodes that reach the log. */
  #see(...nodes: readonly number[]): void {
    for (const node of nodes) {
      const member = this.#members.get(node);
      if (member !== undefined && this.adversary.reaches(node)) member.seen = this.#now;
    }
  }

  /** Exchanges an entry behind the back of the nodes. */
  damage(position: Position, entry: Entry): void {
    this.#batches = this.#batches.map((batch) => ({
      ...batch,
      entries: batch.entries.map((each) => (each.position === position ? entry : each)),
    }));
  }
}

/** Gives turns in the order in which they are asked for. */
class TurnLock {
  readonly #timing: Timing;
  #holder: object | null = null;
  readonly #waiting: ((isGiven: boolean) => void)[] = [];

  constructor(timing: Timing) {
    this.#timing = timing;
  }

  async take(patience: number): Promise<object | null> {
    const isGiven = this.#holder === null || (await this.#wait(patience));
    if (!isGiven) return null;
    const holder = {};
    this.#holder = holder;
    void this.#timing.sleep(TURN_LEASE).then(() => this.release(holder));
    return holder;
  }

  release(holder: object): void {
    if (this.#holder !== holder) return;
    this.#holder = null;
    this.#waiting.shift()?.(true);
  }

  #wait(patience: number): Promise<boolean> {
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
      void this.#timing.sleep(patience).then(() => {
        const at = this.#waiting.indexOf(resolve);
        if (at === -1) return;
        this.#waiting.splice(at, 1);
        resolve(false);
      });
    });
  }
}

/** The log as one node reaches it. */
class SharedLogStorage implements Storage {
  readonly #log: SharedLog;
  readonly #node: number;
  /** Ids of the batches that this node has read or written, by their last position. */
  readonly #tails = new Map<Position, string>();
  readonly #followers = new Set<Follower>();
  #isOpen = false;
  #endTurn = () => {};

  constructor(log: SharedLog, node: number) {
    this.#log = log;
    this.#node = node;
  }

  readonly snapshots = {
    newest: async (): Promise<StoredSnapshot | null> => {
      await this.#reach();
      const { newest, id } = this.#log;
      this.#tails.clear();
      this.note(newest ?? { last: 0, id });
      this.#log.applied(this.#node, newest?.last ?? 0);
      if (newest === undefined) return null;
      return { at: newest.last, bytes: replay(newest.chunks) };
    },
    store: async (at: Position, bytes: AsyncIterable<Uint8Array>): Promise<void> => {
      if (!(await this.#claim(at))) return;
      const id = this.#tails.get(at);
      try {
        const chunks: Uint8Array[] = [];
        for await (const chunk of bytes) {
          chunks.push(chunk);
          if (!this.#log.claims(this.#node, at)) throw new StorageError("misused", "Another node has taken it over");
        }
        await this.#reach();
        if (id !== undefined) this.#log.keep({ last: at, id, chunks });
      } finally {
        // A claim that a node does not live to give back lapses.
        if (this.#log.adversary.reaches(this.#node)) this.#log.release(this.#node);
      }
    },
  };

  readonly marks = marksOf(() => {
    this.#assertOpen();
    return this.#log.marks;
  });

  readonly sharing: Sharing = {
    lease: async (name, seconds) => this.#log.leases.take(name, this, seconds),
    follow: async (from, sink) => {
      const id = this.#tails.get(from) ?? this.#log.tailAt(from)?.id;
      if (id === undefined) throw new StorageError("diverged", `No batch ends at position ${from}`);
      const follower = new Follower(this.#log, this.#node, { last: from, id }, sink, this);
      this.#followers.add(follower);
      follower.start();
      return async () => {
        follower.end();
        this.#followers.delete(follower);
      };
    },
    barrier: async () => {
      const before = Math.max(...this.#tails.keys());
      await this.#reach();
      const { last, id } = this.#log.tail;
      await this.#reach();
      if (last < before || (this.#tails.get(last) ?? id) !== id) {
        throw new StorageError("diverged", `The log ends otherwise than was read before, at ${last}`);
      }
      return last;
    },
    claimSnapshot: (at) => this.#claim(at),
    turn: async (after, patience) => this.#turn(after, patience),
  };

  async open(): Promise<Opened> {
    if (this.#isOpen) throw new StorageError("misused", "The log is open already");
    this.#isOpen = true;
    this.#log.applied(this.#node, 0);
    const { id, tail, oldest } = this.#log;
    this.note({ last: 0, id });
    this.note(tail);
    const { maxBatchBytes } = this.#log;
    return { logId: id, head: tail.last, oldest, survives: "nothing", shared: true, maxBatchBytes };
  }

  async append(expected: Position, batch: readonly Entry[]): Promise<Appended> {
    this.#assertOpen();
    const { adversary, tail } = this.#log;
    const id = this.#tails.get(expected);
    // The node cannot go on from a batch that it has not read.
    if (id === undefined) return { kind: "conflict", head: tail.last };
    const { losses } = this.#log;
    const isCut = () => this.#log.losses !== losses || !adversary.reaches(this.#node);
    await adversary.delay(this.#node);
    const { arrives, isAnswered, repeats } = adversary.appending(this.#node);
    if (!arrives || isCut()) return { kind: "unknown", reason: "the log cannot be reached" };
    const before = { last: expected, id };
    const appended = this.#log.arrive(before, batch);
    const stored = this.#log.batchAt(expected + 1);
    // A refused append is not sent twice: it might count after all where the log loses its tail.
    if (repeats && appended.kind === "ok")
      void adversary.delay(this.#node).then(() => isCut() || this.#log.arrive(before, batch));
    await adversary.delay(this.#node);
    if (!isAnswered || this.#log.losses !== losses) return { kind: "unknown", reason: "the answer was lost" };
    if (appended.kind === "ok" && stored !== undefined) this.#bring(stored);
    return appended;
  }

  async *read(from: Position): AsyncGenerator<Entries> {
    for (let position = from - 1; ; ) {
      await this.#reach();
      const batches = this.#log.after(position, this.#tails.get(position));
      if (batches.length === 0) return;
      for (const batch of batches) {
        this.#bring(batch);
        position = batch.last;
        yield batch.first < from ? batch.entries.filter((entry) => entry.position >= from) : batch.entries;
      }
    }
  }

  async trim(through: Position): Promise<void> {
    await this.#reach();
    this.#log.trim(through, this.#node);
  }

  async close(): Promise<void> {
    this.#isOpen = false;
    if (this.#log.adversary.reaches(this.#node)) this.#log.leave(this.#node);
    this.#log.leases.leave(this);
    this.#endTurn();
    for (const follower of this.#followers) follower.end();
  }

  /** Keeps what the node has read or written. Throws StorageError `diverged` where that was something else before. */
  note({ last, id }: Tail): void {
    if ((this.#tails.get(last) ?? id) !== id) {
      throw new StorageError("diverged", `Position ${last} is not what was read before`, { position: last });
    }
    this.#tails.set(last, id);
  }

  /** A follower continues from everything that the node has read or written, so that it detects its loss. */
  #bring(batch: Batch): void {
    this.note(batch);
    for (const follower of this.#followers) follower.bring(batch);
  }

  async #turn(after: Position, patience: number): Promise<Turn | null> {
    await this.#reach();
    const holder = await this.#log.lock.take(patience);
    if (holder === null) return null;
    const release = () => this.#log.lock.release(holder);
    this.#endTurn = release;
    try {
      const batches = this.#log.after(after, this.#tails.get(after));
      for (const batch of batches) this.#bring(batch);
      await this.#reach();
      return {
        behind: batches.flatMap(({ entries }) => entries),
        append: (expected, batch) => this.append(expected, batch),
        release: async () => release(),
      };
    } catch (error) {
      release();
      throw error;
    }
  }

  async #claim(at: Position): Promise<boolean> {
    await this.#reach();
    return this.#tails.has(at) && this.#log.claims(this.#node, at);
  }

  async #reach(): Promise<void> {
    this.#assertOpen();
    await this.#log.adversary.delay(this.#node);
    if (!this.#log.adversary.reaches(this.#node)) throw new Error("the log cannot be reached");
  }

  #assertOpen(): void {
    if (!this.#isOpen) throw new StorageError("misused", "The log is not open");
  }
}

/** Delivers everything that any node appends after a batch to a sink. */
class Follower {
  readonly #log: SharedLog;
  readonly #node: number;
  readonly #sink: Sink;
  readonly #storage: SharedLogStorage;
  #tail: Tail;
  #isBusy = false;
  #isEnded = false;

  constructor(log: SharedLog, node: number, tail: Tail, sink: Sink, storage: SharedLogStorage) {
    this.#log = log;
    this.#node = node;
    this.#tail = tail;
    this.#sink = sink;
    this.#storage = storage;
  }

  start(): void {
    this.#log.listeners.add(this.#look);
    this.#log.applied(this.#node, this.#tail.last);
    this.#look();
  }

  end(): void {
    this.#isEnded = true;
    this.#log.listeners.delete(this.#look);
  }

  /** Accepts entries that continue its own; its own polling finds the rest. */
  bring(batch: Batch): void {
    if (this.#isEnded || batch.last <= this.#tail.last) return;
    if (batch.first !== this.#tail.last + 1 || batch.previous !== this.#tail.id) this.#look();
    else {
      this.#tail = batch;
      this.#log.applied(this.#node, batch.last);
      this.#sink.entries(batch.entries);
    }
  }

  readonly #look = (): void => {
    if (!this.#isBusy) void this.#catchUp();
  };

  async #catchUp(): Promise<void> {
    this.#isBusy = true;
    const { adversary } = this.#log;
    while (!this.#isEnded && this.#log.tail.id !== this.#tail.id) {
      await adversary.delay(this.#node);
      if (this.#isEnded || !adversary.reaches(this.#node)) continue;
      try {
        for (const batch of this.#log.after(this.#tail.last, this.#tail.id)) {
          this.#storage.note(batch);
          this.bring(batch);
          if (adversary.doubles?.(this.#node) === true) this.#sink.entries(batch.entries);
        }
      } catch (error) {
        this.end();
        this.#sink.ended(error as StorageError);
      }
    }
    this.#isBusy = false;
  }
}

async function* replay(chunks: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* chunks;
}
