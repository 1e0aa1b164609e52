import type { Commit, Engine, Env, Transaction } from "../engine/internal.ts";
import { Consumer, type ConsumerOptions } from "./consuming/consumer.ts";
import { RecentCommits } from "./consuming/recent-commits.ts";
import {
  appendFailed,
  NO_ANSWER,
  outcomeUnknown,
  queueFull,
  type Refusal,
  reasonOf,
  StorageError,
  takesNoWrites,
} from "./error.ts";
import type { Marks, Opened, Position, Sharing, Storage } from "./port.ts";
import { type Report, warn } from "./report.ts";
import { clockSkew } from "./sharing/clock-skew.ts";
import { Following } from "./sharing/following.ts";
import { Lane } from "./sharing/lane.ts";
import { ReadBarrier } from "./sharing/read-barrier.ts";
import { recoverWithRetries } from "./sharing/recover-with-retries.ts";
import { SchemaClaim, type SchemaStanding, SUPERSEDED } from "./sharing/schema-claim.ts";
import { SharedCommits } from "./sharing/shared-commits.ts";
import { REAL_TIMING } from "./sharing/timing.ts";
import { Checkpoints } from "./writing/checkpoints.ts";
import { type CommitListener, CommitListeners } from "./writing/commit-listeners.ts";
import { CHANGES_PER_COMMIT } from "./writing/commit-size.ts";
import { LogWriter } from "./writing/log-writer.ts";
import { NOWHERE, NOWHERE_OPENED } from "./writing/nowhere.ts";
import { Outage } from "./writing/outage.ts";
import { OutageLines } from "./writing/outage-lines.ts";
import type { StoreOptions } from "./writing/store-options.ts";
import { type CalledWrite, type Check, callReplacement, callWrite, callWriteAll } from "./writing/write.ts";
import { WriteBatch } from "./writing/write-batch.ts";
import { type WaitingWrites, WriteQueue } from "./writing/write-queue.ts";

/** Milliseconds for which a batch waits for clients that were answered last: about what a flush takes. */
const RETURN_WAIT = 2;
/** Milliseconds. */
const CONSUMER_KEEP = 7 * 24 * 3_600_000;
/** Milliseconds after which a log that does not answer keeps writes from being stored: more than a hiccup takes. */
const MAX_SILENCE = 3_000;

/**
 * An engine whose writes are durable, with a single writer. Writes run in the order of their calls, in batches that
 * share one append. Nothing of a batch is visible or acknowledged before the storage has confirmed that the whole batch
 * is durable (promise P1).
 *
 * Services call `write` and read `engine` directly. A write goes from the queue (writing/write-queue.ts) into a batch
 * (writing/write-batch.ts), through the log writer to the storage, and is then applied and answered. On a shared log,
 * sharing/shared-commits.ts decides batches, and sharing/following.ts applies other nodes' batches.
 */
export class Store {
  /** Reads on it are synchronous and see durable state only. */
  readonly engine: Engine;
  /** The storage's report on opening: its identity and guarantee. */
  readonly opened: Opened;
  /**
   * @internal Called with every write once it has run, and again each time it is decided again; it throws to take the write back.
   * Not called for `writeAll` and `replace`, nor for what other nodes write. Null: every write is accepted.
   */
  check: Check | null = null;
  /** Milliseconds for which the log is kept for a consumer that does not come for it. */
  readonly consumerKeep: number;
  readonly #storage: Storage;
  readonly #env: Env;
  readonly #report: Report;
  readonly #log: LogWriter;
  readonly #queue: WriteQueue;
  readonly #listeners: CommitListeners;
  readonly #checkpoints: Checkpoints;
  readonly #outage: Outage;
  readonly #doubtLines: OutageLines;
  /** Null if this store is the only writer. */
  #shared: SharedCommits | null = null;
  #following: Following | null = null;
  #barrier: ReadBarrier | null = null;
  readonly #schema: SchemaClaim | null;
  #resyncs = 0;
  #isRecording = false;
  /** Of consumers; null until there is one. */
  #recent: RecentCommits | null = null;
  /** Why the outcome of the batch under way, or the content of the log, is unknown. */
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
      maxWaiting: options.maxQueue ?? 10_000,
      maxBatch: options.maxBatch ?? 1_000,
      patience: opened.survives === "nothing" ? 0 : RETURN_WAIT,
      commit: (waiting) => this.#commit(waiting),
    });
    this.#listeners = new CommitListeners(this.#report);
    this.#doubtLines = new OutageLines(options.storage.tellsOutages ? () => {} : this.#report);
    this.#outage = new Outage(options.storage, () => this.#queue.isIdle, this.#report);
    const isMixed = opened.shared && options.storage.sharing?.hasOneSchema !== true;
    this.#schema = isMixed ? new SchemaClaim(options.engine, options.claimSchema === true) : null;
    const isWhole = () => this.#schema?.isWhole ?? true;
    const { engine, storage, consumerKeep = CONSUMER_KEEP } = options;
    this.consumerKeep = consumerKeep;
    this.#checkpoints = new Checkpoints({ engine, storage, isWhole, consumerKeep }, newestSnapshot);
  }

  /**
   * Opens the storage and brings the engine to its state: the newest snapshot, then the entries after it.
   *
   * @throws StorageError when the storage cannot be opened or its content is faulty; it is closed then.
   */
  static async open(options: StoreOptions): Promise<Store> {
    const opened = await options.storage.open();
    try {
      const { engine, storage, report = warn, timing } = options;
      const store = new Store(options, opened, await recoverWithRetries(engine, storage, opened, report, timing));
      engine.buildIndexes();
      if (opened.shared) await store.#share(options);
      return store;
    } catch (error) {
      await options.storage.close();
      throw error;
    }
  }

  /** How often the log was read again from the start, as after a failover that lost entries this node had read. */
  get resyncs(): number {
    return this.#resyncs;
  }

  /**
   * Milliseconds by which the clock of a shared log's server is ahead of this machine's; null if it is not known. While
   * they differ by more than half a minute no writes are accepted: all later writes, on every node, would take over
   * their times.
   */
  get clockOffset(): number | null {
    return this.#storage.sharing?.clockOffset?.() ?? null;
  }

  /** The number of writes that wait for the next batch. */
  get waiting(): number {
    return this.#queue.length;
  }

  /**
   * Why writes fail at the moment or are no longer accepted, or null. `noRoom`: they will be stored when there is room
   * again.
   */
  get obstacle(): Refusal | null {
    const reason = this.#refusal;
    return reason === null ? (this.#outage.refusal ?? this.#silence) : { reason, noRoom: false };
  }

  /** Why a write would wait in vain at the moment, or null: whoever stores it does not answer. */
  get #silence(): Refusal | null {
    const milliseconds = Math.max(this.#barrier?.silence ?? 0, this.#storage.sharing?.silence?.() ?? 0);
    if (milliseconds < MAX_SILENCE) return null;
    return { reason: `the log has not answered for ${Math.round(milliseconds / 1000)} s`, noRoom: false };
  }

  /** How the engine's content types relate to the writers' of a shared log; null if all writers have the same ones. */
  get schema(): SchemaStanding | null {
    return this.#schema?.standing ?? null;
  }

  /** Why no write is accepted at the moment, or null. */
  get #refusal(): string | null {
    return this.stopped ?? this.#doubt ?? this.#superseded ?? clockSkew(this.clockOffset);
  }

  get #superseded(): string | null {
    return this.schema === "older" ? SUPERSEDED : null;
  }

  /** Why no writes are accepted until the storage is opened again, or null. Reads go on in either case. */
  get stopped(): string | null {
    return this.#failure ?? (this.#closing === null ? null : "the store is closed");
  }

  /**
   * Applies, before it returns, every entry that any node acknowledged before the call; meant to be called before a
   * read. Null where the engine is always up to date, and where a shared log cannot do this without waiting.
   */
  get catchUp(): (() => void) | null {
    const { sharing } = this.#storage;
    return this.#shared === null || sharing?.catchUp === undefined ? null : () => sharing.catchUp?.();
  }

  /**
   * Runs `work` in a transaction after all earlier writes. Once its commit is durable it is applied, and `answer` runs
   * before the next commit is applied; the return value of `answer` is the result. A `work` that throws leaves no
   * trace. `since`: when the caller began to wait, as of `performance.now()`, if that was before the call: a caller whom several
   * writes keep waiting waits no longer than for one.
   *
   * @throws what `work`, `check` or `answer` throws; StorageError `append-failed` or `no-room` when nothing was stored or
   *   applied, `outcome-unknown` when it is not known whether the write is stored; EngineError `unavailable` when the store takes no writes (`details.reason`) or too many are waiting
   *   (`details.retryAfter` in seconds).
   */
  write<T, R>(work: (transaction: Transaction) => T, answer: (result: T) => R, since?: number): Promise<R> {
    return this.#enqueue(() => callWrite(work, answer, this.check), since);
  }

  /**
   * Runs many works after all earlier writes; each sees what the ones before it did. They take effect together, or not
   * at all if one throws. Only one work's changes are in memory at a time, but the whole content is stored again: this
   * is meant for the first content of a store. `works` is called again if another writer of a shared log was faster.
   *
   * @throws as `write` does.
   */
  writeAll(works: () => Iterable<(transaction: Transaction) => void>): Promise<void> {
    return this.#enqueue(() => callWriteAll(works, this.#changesPerCommit));
  }

  /**
   * Replaces the whole content by another engine's with the same schema, after all earlier writes, as durably as any
   * write, all or nothing. In memory this takes constant time. A persistent storage stores all of it, as one batch of
   * small commits. `atTurn` runs between the earlier and the later writes. Nothing is replaced if `may`, called at that
   * moment, returns false.
   *
   * @throws as `write` does.
   */
  replace(by: Engine, atTurn: () => void = () => {}, may: () => boolean = () => true): Promise<void> {
    return this.#enqueue(() => callReplacement(by, atTurn, may, this.#changesPerCommit));
  }

  /** The present content as a second store, in memory only and in constant time (promise P5). */
  fork(env: Env): Store {
    const engine = this.engine.fork();
    const opened: Opened = { ...NOWHERE_OPENED, head: engine.number, oldest: engine.number };
    return new Store({ engine, storage: NOWHERE, env, report: this.#report }, opened, null);
  }

  /**
   * Makes one write of the commits of a fork, if there has been no other write since commit `since`, at which it was made.
   * False: there has been one, and nothing is written.
   *
   * @throws as `write` does.
   */
  adopt(commits: readonly Commit[], since: number): Promise<boolean> {
    const repeat = (transaction: Transaction): boolean => {
      if (transaction.follows !== since) return false;
      for (const commit of commits) transaction.repeat(commit);
      return true;
    };
    return this.write(repeat, (isAdopted) => isAdopted);
  }

  /** For a replacement: if nothing is stored, nobody reads its changes, so one commit will do. */
  get #changesPerCommit(): number {
    return this.opened.survives === "nothing" ? Number.POSITIVE_INFINITY : CHANGES_PER_COMMIT;
  }

  #enqueue<R>(call: () => CalledWrite<R>, since = performance.now()): Promise<R> {
    const reason = this.#refusal ?? (this.#shared?.isTooLate(since) === true ? NO_ANSWER : null);
    if (reason !== null) return Promise.reject(takesNoWrites(reason));
    if (this.#queue.isFull) return Promise.reject(queueFull());
    const { write, answered } = call();
    this.#queue.add(write, since);
    return answered;
  }

  /**
   * Calls the listener for every later commit, in order, until the returned function is called. If a node of a shared
   * log has to reload its content after a failover, the listener does not receive the commits that were skipped.
   */
  onCommit(listener: CommitListener): () => void {
    return this.#listeners.add(listener);
  }

  /**
   * Whether this node of a shared log has applied a position within `patience` milliseconds. `latest` stands for every
   * write that any node acknowledged before the call. True at once if this store is the only one. Never rejects.
   */
  hasApplied(position: Position | "latest", patience: number): Promise<boolean> {
    return this.#barrier?.passed(position, patience) ?? Promise.resolve(true);
  }

  /** Calls the listener whenever this node of a shared log has read the content again from the start. */
  onReload(listener: () => void): () => void {
    return this.#listeners.addOfReloads(listener);
  }

  /**
   * From now on commits say what happened to which documents, and by whom: format 4, which earlier versions do not read.
   */
  record(): void {
    this.#isRecording = true;
  }

  get isRecording(): boolean {
    return this.#isRecording;
  }

  /** Named texts beside the log; null where the storage keeps none. */
  get marks(): Marks | null {
    return this.#storage.marks ?? null;
  }

  /** Whether this process holds the lease of this name for so many seconds; it does where it is the only one. */
  async lease(name: string, seconds: number): Promise<boolean> {
    return (await this.#storage.sharing?.lease?.(name, seconds)) ?? true;
  }

  /**
   * @internal A durable reader of the log, which has yet to start.
   *
   * @throws StorageError `misused` where the storage keeps no marks.
   */
  consumer(options: ConsumerOptions): Consumer {
    const { engine, opened } = this;
    const { marks } = this.#storage;
    if (marks === undefined) throw new StorageError("misused", `Consumer ${options.name}: this storage keeps no marks`);
    this.record();
    const recent = this.#recentCommits();
    const onCommit = (listener: () => void) => this.onCommit(listener);
    return new Consumer(options, {
      engine,
      recent,
      marks,
      onCommit,
      logId: opened.logId,
      storage: this.#storage,
      report: this.#report,
    });
  }

  #recentCommits(): RecentCommits {
    if (this.#recent !== null) return this.#recent;
    const recent = new RecentCommits();
    this.#recent = recent;
    this.onCommit((commit) => recent.add(commit));
    this.onReload(() => recent.clear());
    return recent;
  }

  /** The number of nodes that share the log, including this one; null if the storage does not report it. */
  async nodes(): Promise<number | null> {
    return (await this.#storage.sharing?.nodes?.()) ?? null;
  }

  /**
   * Stores the present state as a snapshot while writes go on, and trims the log before it. Snapshots are stored one at
   * a time: a call during another one shares its result.
   */
  snapshot(): Promise<Position> {
    return this.#checkpoints.take();
  }

  /** Resolves when no write waits and no snapshot is under way. */
  async idle(): Promise<void> {
    await this.#queue.idle();
    await this.#checkpoints.idle();
  }

  /** Accepts no more writes, finishes those it has, then closes the storage. Calling it again has no effect. */
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

  /** Commits one batch, and then stores a snapshot in the background if one is due. */
  async #commit(waiting: WaitingWrites): Promise<void> {
    if (this.#shared === null) await this.#commitAlone(waiting);
    else await this.#shared.commit(waiting);
    if (this.#failure === null && this.#storage.snapshots.due?.() === true) this.#checkpointAside();
  }

  /** Commits one batch as the only writer. Promise P1 depends on this order. */
  async #commitAlone(waiting: WaitingWrites): Promise<void> {
    // 1. Run every write over the state, which is not changed.
    const writes = waiting.take();
    const batch = new WriteBatch(writes, this.engine.begin(this.#env, this.#isRecording), {
      maxBytes: this.opened.maxBatchBytes,
    });
    waiting.putBack(writes.splice(batch.size));

    // 2. Make all commits durable together, or learn that they are not. After a failure nothing is appended any more.
    const failure = batch.commits.length > 0 ? this.#failure : null;
    if (failure !== null) return batch.fail(takesNoWrites(failure));
    const appended = await this.#log.append(this.engine.number, batch.commits);

    // 3. Only then make them visible, each with its answer, in order.
    if (appended.kind === "ok") this.#finish(batch);
    else if (appended.kind === "failed") batch.fail(appendFailed(this.#outage.begin(appended)));
    else if (appended.kind === "unknown") batch.fail(outcomeUnknown(this.#stop(appended.reason)));
    else batch.fail(takesNoWrites(this.#stop(`another writer has brought the log to position ${appended.head}`)));
  }

  /** From now on, follows what other nodes write, and writes beside them. */
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
      maxBytes: this.opened.maxBatchBytes,
      stop,
      isClosing,
      env: this.#env,
      storage: this.#storage,
      log: this.#log,
      outage: this.#outage,
      resync: async (cause) => {
        await following.resync(cause);
        this.#resyncs += 1;
        this.#listeners.notifyOfReload();
      },
      finish: (batch) => this.#finish(batch),
      doubt: (reason) => this.#setDoubt(reason),
      isRecording: () => this.#isRecording,
      stopped: () => this.#failure,
    });
    this.#shared = commits;
    this.#following = following;
    this.#barrier = new ReadBarrier({ engine, sharing, listeners: this.#listeners });
    await following.start();
  }

  /** During a doubt, all writes are refused at once, waiting ones too: they have had no effect. */
  #setDoubt(reason: string | null): void {
    this.#doubtLines.tell(reason);
    this.#doubt = reason;
    if (reason !== null) this.#queue.refuseAll(takesNoWrites(reason));
  }

  #finish(batch: WriteBatch): void {
    if (batch.commits.length > 0) this.#outage.end();
    try {
      batch.finish(this.engine, this.#listeners.notify);
    } catch (error) {
      // Durable changes could not be applied, so the state no longer matches the log.
      this.#stop(reasonOf(error));
    }
  }

  #stop(reason: string): string {
    if (this.#failure === null) this.#report("The store accepts no more writes", { reason });
    this.#failure ??= reason;
    return this.#failure;
  }

  #checkpointAside(): void {
    this.#checkpoints.take().catch((error: unknown) => {
      this.#report("A snapshot could not be stored", { reason: reasonOf(error) });
    });
  }
}

function sharingOf({ sharing }: Storage): Sharing {
  if (sharing !== undefined) return sharing;
  throw new StorageError("misused", "A storage that says shared needs `sharing`, by which nodes follow each other");
}
