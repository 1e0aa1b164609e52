import type { Engine, Env, Transaction } from "../engine/internal.ts";
import { appendFailed, queueFull, type Refusal, reasonOf, StorageError, takesNoWrites } from "./error.ts";
import type { Appended, Opened, Position, Sharing, Storage } from "./port.ts";
import { checkFit } from "./recovery/check-fit.ts";
import { recover } from "./recovery/recover.ts";
import { recoverAnew } from "./recovery/recover-anew.ts";
import { type Report, warn } from "./report.ts";
import { Following } from "./sharing/following.ts";
import { Lane } from "./sharing/lane.ts";
import { isLeftBehind } from "./sharing/lasting.ts";
import { ReadBarrier } from "./sharing/read-barrier.ts";
import { SchemaClaim, type SchemaStanding, SUPERSEDED } from "./sharing/schema-claim.ts";
import { SharedCommits } from "./sharing/shared-commits.ts";
import { REAL_TIMING, type Timing } from "./sharing/timing.ts";
import { Checkpoints } from "./writing/checkpoints.ts";
import { type CommitListener, CommitListeners } from "./writing/commit-listeners.ts";
import { CHANGES_PER_COMMIT } from "./writing/commit-size.ts";
import { LogWriter } from "./writing/log-writer.ts";
import { NOWHERE, NOWHERE_OPENED } from "./writing/nowhere.ts";
import { Outage } from "./writing/outage.ts";
import { type CalledWrite, callReplacement, callWrite, callWriteAll, type Write } from "./writing/write.ts";
import { WriteBatch } from "./writing/write-batch.ts";
import { type Take, WriteQueue } from "./writing/write-queue.ts";

export interface StoreOptions {
  /** Empty: its state becomes what the storage holds. */
  readonly engine: Engine;
  readonly storage: Storage;
  readonly env: Env;
  /** Writes that may wait; one more is refused. 10,000 when absent. */
  readonly maxQueue?: number;
  /** Writes that share one append, so that none waits long for the ones beside it. 1,000 when absent. */
  readonly maxBatch?: number;
  /**
   * Of a shared log: have the engine's content types write from now on, though others have taken over from them. To go back to
   * an earlier release. False when absent.
   */
  readonly claimSchema?: boolean;
  /** @internal Measures the waits for a shared log. The process's own time when absent. */
  readonly timing?: Timing;
  /** Receives reports that no caller can get. Warnings of the process when absent. */
  readonly report?: Report;
}

/**
 * An engine whose writes are durable. One writer: writes run in the order of their calls, in batches that share one
 * append, and nothing of a batch is visible or acknowledged before the storage has said that all of it is durable
 * (promise P1).
 */
export class Store {
  /** Reads are synchronous on it and see durable state only. */
  readonly engine: Engine;
  /** What the storage said of itself when it was opened: identity, guarantee. */
  readonly opened: Opened;
  readonly #storage: Storage;
  readonly #env: Env;
  readonly #report: Report;
  readonly #log: LogWriter;
  readonly #queue: WriteQueue;
  readonly #listeners: CommitListeners;
  readonly #checkpoints: Checkpoints;
  readonly #outage: Outage;
  /** Null where this store is the only writer. */
  #shared: SharedCommits | null = null;
  #following: Following | null = null;
  #barrier: ReadBarrier | null = null;
  readonly #schema: SchemaClaim | null;
  #resyncs = 0;
  /** Why it is not known what became of the batch under way, or what the log holds. */
  #doubt: string | null = null;
  #failure: string | null = null;
  #closing: Promise<void> | null = null;

  private constructor(options: StoreOptions, opened: Opened, newestSnapshot: Position | null) {
    this.engine = options.engine;
    this.opened = opened;
    this.#storage = options.storage;
    this.#env = options.env;
    this.#report = options.report ?? warn;
    this.#log = new LogWriter(options.storage);
    this.#queue = new WriteQueue({
      most: options.maxQueue ?? 10_000,
      mostOfBatch: options.maxBatch ?? 1_000,
      commit: (take) => this.#commit(take),
    });
    this.#listeners = new CommitListeners(this.#report);
    this.#outage = new Outage(options.storage, () => this.#queue.isIdle, this.#report);
    const isMixed = opened.shared && options.storage.sharing?.hasOneSchema !== true;
    this.#schema = isMixed ? new SchemaClaim(options.engine, options.claimSchema === true) : null;
    const isWhole = () => this.#schema?.isWhole ?? true;
    this.#checkpoints = new Checkpoints({ engine: options.engine, storage: options.storage, isWhole }, newestSnapshot);
  }

  /**
   * Opens the storage and brings the engine to its state: newest snapshot, then the entries after it.
   *
   * @throws StorageError when the storage cannot be opened or does not hold what it should; it is closed then.
   */
  static async open(options: StoreOptions): Promise<Store> {
    const opened = await options.storage.open();
    try {
      const { engine, storage } = options;
      const store = new Store(options, opened, await recovered(options, opened));
      if (storage.fitted !== undefined) await checkFit(engine, storage.fitted);
      engine.buildIndexes();
      if (opened.shared) await store.#share(options);
      return store;
    } catch (error) {
      await options.storage.close();
      throw error;
    }
  }

  /** How often the log was read again from the start, as after a failover that took what had been read. */
  get resyncs(): number {
    return this.#resyncs;
  }

  /** Writes that wait for the next batch. */
  get waiting(): number {
    return this.#queue.length;
  }

  /**
   * Why writes fail at the moment, or are not taken any more, or null. `noRoom`: they will be stored when there is room
   * again.
   */
  get obstacle(): Refusal | null {
    const reason = this.stopped ?? this.#doubt ?? this.#superseded;
    return reason === null ? this.#outage.refusal : { reason, noRoom: false };
  }

  /** Whether the engine's content types are those that write to a shared log; null where it is alone, or among its like. */
  get schema(): SchemaStanding | null {
    return this.#schema?.standing ?? null;
  }

  get #superseded(): string | null {
    return this.schema === "older" ? SUPERSEDED : null;
  }

  /** Why no writes are taken until the storage is opened again, or null. Reads go on in either case. */
  get stopped(): string | null {
    return this.#failure ?? (this.#closing === null ? null : "the store is closed");
  }

  /**
   * Brings the engine, before it returns, to all that was acknowledged before the call, by whichever node; to be called
   * before a read. Null where it is there at any time, and where a shared log cannot say so without waiting.
   */
  get catchUp(): (() => void) | null {
    const { sharing } = this.#storage;
    return this.#shared === null || sharing?.catchUp === undefined ? null : () => sharing.catchUp?.();
  }

  /**
   * Runs `work` in a transaction after all earlier writes. When its commit is durable it is applied, and `answer` runs
   * before the next commit is applied; what `answer` gives is the result. What `work` throws leaves no trace.
   *
   * @throws what `work` or `answer` throws; StorageError `append-failed` or `no-room` when nothing was stored or applied;
   *   EngineError `unavailable` when the store takes no writes (`details.reason`) or too many are waiting
   *   (`details.retryAfter` in seconds).
   */
  write<T, R>(work: (transaction: Transaction) => T, answer: (result: T) => R): Promise<R> {
    return this.#enqueue(() => callWrite(work, answer));
  }

  /**
   * Runs many works, each seeing what those before it did, after all earlier writes: all of it counts, or nothing
   * where one of them throws. It takes the memory of the one at hand, but stores the whole content anew: meant for
   * what a store begins with. `works` is called again where another writer of a shared log was quicker.
   *
   * @throws as `write` does.
   */
  writeAll(works: () => Iterable<(transaction: Transaction) => void>): Promise<void> {
    return this.#enqueue(() => callWriteAll(works, this.#changesPerCommit));
  }

  /**
   * Exchanges the whole content for that of another engine over the same schema, after all earlier writes and as
   * durably as any write, all or nothing. In memory this takes constant time; a lasting storage stores all of it, in as
   * many commits of one batch as keep each small.
   * `atTurn` runs between the writes before and those after. Nothing is exchanged where `may`, asked then, says no.
   *
   * @throws as `write` does.
   */
  replace(by: Engine, atTurn: () => void = () => {}, may: () => boolean = () => true): Promise<void> {
    return this.#enqueue(() => callReplacement(by, atTurn, may, this.#changesPerCommit));
  }

  /** The content as it is now for a second store, in memory only and in constant time (promise P5). */
  fork(env: Env): Store {
    const engine = this.engine.fork();
    const opened: Opened = { ...NOWHERE_OPENED, head: engine.number, oldest: engine.number };
    return new Store({ engine, storage: NOWHERE, env, report: this.#report }, opened, null);
  }

  /** Of a replacement: nobody reads its changes where nothing is stored. */
  get #changesPerCommit(): number {
    return this.opened.survives === "nothing" ? Number.POSITIVE_INFINITY : CHANGES_PER_COMMIT;
  }

  #enqueue<R>(call: () => CalledWrite<R>): Promise<R> {
    const reason = this.stopped ?? this.#doubt ?? this.#superseded;
    if (reason !== null) return Promise.reject(takesNoWrites(reason));
    if (this.#queue.isFull) return Promise.reject(queueFull());
    const { write, answered } = call();
    this.#queue.add(write);
    return answered;
  }

  /**
   * Calls the listener for every later commit, in order, until the returned function is called. Where a node of a shared log
   * has to take its content in anew, after a failover that took what it had read, it does not hear of what it skipped so.
   */
  onCommit(listener: CommitListener): () => void {
    return this.#listeners.add(listener);
  }

  /**
   * Whether this node of a shared log has applied a position within `patience` milliseconds; `latest`: every write that was
   * acknowledged by any node before the call. True at once where the store is alone. Never rejects.
   */
  hasApplied(position: Position | "latest", patience: number): Promise<boolean> {
    return this.#barrier?.passed(position, patience) ?? Promise.resolve(true);
  }

  /** Nodes that share the log, this one included; null where the storage does not say. */
  async nodes(): Promise<number | null> {
    return (await this.#storage.sharing?.nodes?.()) ?? null;
  }

  /**
   * Stores the state as it is now while writes go on, and lets the storage forget what that makes superfluous. One at
   * a time: a call during another one gets that one's result.
   */
  snapshot(): Promise<Position> {
    return this.#checkpoints.take();
  }

  /** Resolves when no write waits and no snapshot is under way. */
  async idle(): Promise<void> {
    await this.#queue.idle();
    await this.#checkpoints.idle();
  }

  /** Takes no more writes, finishes those it has, then closes the storage. Calling it again changes nothing. */
  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    await this.#queue.idle();
    await this.#following?.stop();
    await this.#shared?.idle();
    await this.#outage.close();
    await this.#checkpoints.idle();
    await this.#storage.close();
  }

  /** Brings one batch to its end, then shortens the next opening beside the writes that follow. */
  async #commit(take: Take): Promise<void> {
    if (this.#shared === null) await this.#commitAlone(take());
    else await this.#shared.commit(take);
    if (this.#failure === null && this.#storage.snapshots.due?.() === true) this.#checkpointAside();
  }

  /** One batch as the only writer, in the order on which P1 rests. */
  async #commitAlone(writes: readonly Write[]): Promise<void> {
    // 1. Run every write over the state, which itself stays untouched.
    const batch = new WriteBatch(writes, this.engine.begin(this.#env));

    // 2. Make all commits durable at once, or learn that they are not.
    const appended = await this.#append(batch);

    // 3. Only then make them visible, each with its answer, in order.
    if (appended.kind === "ok") this.#finish(batch);
    else if (appended.kind === "failed") batch.fail(appendFailed(this.#outage.begin(appended)));
    else batch.fail(takesNoWrites(this.#stop(reasonToStop(appended))));
  }

  #append({ commits }: WriteBatch): Promise<Appended> {
    const reason = this.#failure;
    if (reason !== null && commits.length > 0) return Promise.resolve({ kind: "unknown", reason });
    return this.#log.append(this.engine.number, commits);
  }

  /** Follows what other nodes write from now on, and writes beside them. */
  async #share({ timing = REAL_TIMING }: StoreOptions): Promise<void> {
    const { engine } = this;
    const sharing = sharingOf(this.#storage);
    const lane = new Lane(engine, this.#storage, this.#listeners.notifyOfOthers, sharing.catchUp !== undefined);
    const stop = (error: unknown) => this.#stop(reasonOf(error));
    const isClosing = () => this.#closing !== null;
    const following = new Following({
      engine,
      sharing,
      lane,
      timing,
      isClosing,
      storage: this.#storage,
      report: this.#report,
      onEnd: (error) => commits.ended(error),
      checkpoints: this.#checkpoints,
      onWait: (reason) => this.#setDoubt(reason),
    });
    const commits = new SharedCommits({
      engine,
      sharing,
      lane,
      timing,
      schema: this.#schema,
      stop,
      isClosing,
      env: this.#env,
      storage: this.#storage,
      log: this.#log,
      outage: this.#outage,
      resync: async (cause) => {
        await following.resync(cause);
        this.#resyncs += 1;
      },
      finish: (batch) => this.#finish(batch),
      doubt: (reason) => this.#setDoubt(reason),
      stopped: () => this.#failure,
    });
    this.#shared = commits;
    this.#following = following;
    this.#barrier = new ReadBarrier({ engine, sharing, listeners: this.#listeners });
    await following.start();
  }

  /** While it lasts writes are refused at once, those that wait included: nothing of them has happened. */
  #setDoubt(reason: string | null): void {
    this.#doubt = reason;
    if (reason !== null) this.#queue.refuseAll(takesNoWrites(reason));
  }

  #finish(batch: WriteBatch): void {
    if (batch.commits.length > 0) this.#outage.end();
    try {
      batch.finish(this.engine, this.#listeners.notify);
    } catch (error) {
      // What is durable could not be applied: the state no longer is what the log says.
      this.#stop(reasonOf(error));
    }
  }

  #stop(reason: string): string {
    if (this.#failure === null) this.#report("The store takes no more writes", { reason });
    this.#failure ??= reason;
    return this.#failure;
  }

  #checkpointAside(): void {
    this.#checkpoints.take().catch((error: unknown) => {
      this.#report("A snapshot could not be stored", { reason: reasonOf(error) });
    });
  }
}

/** Attempts at reading a shared log whose other nodes forget meanwhile what is being read. */
const MAX_ATTEMPTS = 5;

async function recovered({ engine, storage, report = warn }: StoreOptions, opened: Opened): Promise<Position | null> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const read = attempt === 1 ? recover : recoverAnew;
      return await read(engine, storage, opened, report);
    } catch (error) {
      if (!opened.shared || !isLeftBehind(error) || attempt === MAX_ATTEMPTS) throw error;
    }
  }
}

function sharingOf({ sharing }: Storage): Sharing {
  if (sharing !== undefined) return sharing;
  throw new StorageError("misused", "A storage that says shared needs `sharing`, by which nodes follow each other");
}

function reasonToStop(appended: Exclude<Appended, { kind: "ok" | "failed" }>): string {
  if (appended.kind === "unknown") return appended.reason;
  return `another writer has brought the log to position ${appended.head}`;
}
