import type { Commit, Engine } from "../../engine/internal.ts";
import { reasonOf, StorageError } from "../error.ts";
import type { Marks, Position, Storage } from "../port.ts";
import type { Report } from "../report.ts";
import { CONSUMER_MARK } from "../writing/slowest-consumer.ts";
import { ConsumerMark } from "./consumer-mark.ts";
import { Lease } from "./lease.ts";
import { LogCursor } from "./log-cursor.ts";
import type { RecentCommits } from "./recent-commits.ts";

/** Commits that a consumer gets at a time, at most. */
const MAX_COMMITS = 100;
/** Milliseconds before a failed batch is tried again: at first, and at most. */
const FIRST_PAUSE = 1_000;
const MAX_PAUSE = 300_000;
/** Commits that may be passed over before the mark says so. */
const MAX_UNMARKED = 1_000;

/** The commits after `after` up to `to` are no longer in the log. */
export interface Gap {
  readonly after: Position;
  readonly to: Position;
}

export interface ConsumerOptions {
  /** Unique among all consumers of the log. */
  readonly name: string;
  /** Where a new consumer begins: with the next commit, or with the oldest one. */
  readonly from: "now" | "start";
  /**
   * Handles commits, in order. The consumer goes on when it resolves; if it rejects, the same commits come again. Returns
   * false if there was nothing in them to do.
   */
  handle(commits: readonly Commit[], gap: Gap | null, signal: AbortSignal): Promise<boolean>;
  /** This process is the one that reads from now on: the commits after a position. */
  hold?(position: Position): Promise<void>;
  /** Commits up to a position do not come again. */
  moved?(position: Position): Promise<void>;
  /** Another process may read from now on. */
  release?(): void;
  /** Milliseconds to wait, until `signal` is aborted. */
  readonly sleep: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}

export interface ConsumerParts {
  readonly engine: Pick<Engine, "number">;
  readonly storage: Storage;
  readonly marks: Marks;
  readonly logId: string;
  readonly recent: RecentCommits;
  readonly report: Report;
  /** Calls a listener for every commit until the returned function is called. */
  onCommit(listener: () => void): () => void;
}

/**
 * Reads the log at least once from end to end: in order, in batches, by one process at a time. A mark says how far it has
 * come. The lease chooses the process; the mark's epoch keeps a former holder from moving it.
 */
export class Consumer {
  readonly #options: ConsumerOptions;
  readonly #parts: ConsumerParts;
  readonly #lease: Lease;
  readonly #ended = new AbortController();
  readonly #first: Position;
  readonly #unlisten: () => void;
  #wake: () => void = () => {};
  #isBehind = false;
  #isIdle = false;
  #idle: (() => void)[] = [];
  #running: Promise<void> | null = null;
  #lastAt = 0;

  constructor(options: ConsumerOptions, parts: ConsumerParts) {
    this.#options = options;
    this.#parts = parts;
    this.#lease = new Lease(parts.storage.sharing, CONSUMER_MARK + options.name, () => this.#wake());
    this.#first = options.from === "now" ? parts.engine.number : 0;
    this.#unlisten = parts.onCommit(() => {
      this.#isBehind = true;
      this.#wake();
    });
  }

  /** Begins. Resolves when the mark exists, from which on no commit is missed, or another process has the lease. */
  async start(): Promise<void> {
    let first: ConsumerMark | null = null;
    const { marks } = this.#parts;
    if ((await marks.read(CONSUMER_MARK + this.#options.name)) === null) first = await this.#takeMark();
    this.#running = this.#run(first);
  }

  /** Whether it has handled every commit. */
  get isIdle(): boolean {
    return this.#isIdle && !this.#isBehind;
  }

  /** Resolves when it has handled every commit so far, or ends. */
  async idle(): Promise<void> {
    if (this.isIdle || this.#isEnded) return;
    await new Promise<void>((resolve) => this.#idle.push(resolve));
  }

  async end(): Promise<void> {
    this.#ended.abort();
    this.#unlisten();
    this.#wake();
    this.#tellIdle();
    await this.#lease.end();
    await this.#running;
  }

  get #isEnded(): boolean {
    return this.#ended.signal.aborted;
  }

  #takeMark(): Promise<ConsumerMark | null> {
    const { marks, logId } = this.#parts;
    const first = () => ({ log: logId, position: this.#first, at: Date.now() });
    return ConsumerMark.take(marks, this.#options.name, first);
  }

  async #run(first: ConsumerMark | null): Promise<void> {
    let mark = first;
    let pause = FIRST_PAUSE;
    const moved = () => {
      pause = FIRST_PAUSE;
    };
    while (await this.#lease.take()) {
      try {
        mark ??= await this.#takeMark();
        if (mark !== null) await this.#consume(mark, moved);
        mark = null;
      } catch (error) {
        if (this.#isEnded) return;
        const isTakenOver = error instanceof StorageError && error.code === "diverged";
        if (!isTakenOver) this.#report(error, pause);
        mark = null;
        await this.#options.sleep(pause, this.#ended.signal);
        pause = Math.min(2 * pause, MAX_PAUSE);
      }
    }
  }

  #report(error: unknown, pause: number): void {
    const { name } = this.#options;
    this.#parts.report(`Consumer ${name} failed, and is tried again`, {
      reason: reasonOf(error),
      after: `${pause} ms`,
    });
  }

  /** Goes on from a mark until the lease is lost or the consumer ends. */
  async #consume(mark: ConsumerMark, moved: () => void): Promise<void> {
    const { logId } = this.#parts;
    const { progress } = mark;
    // Another log has taken the place of the one whose position is marked.
    const isOther = progress.log !== logId;
    const cursor = new LogCursor(this.#parts, isOther ? 0 : progress.position);
    let gap: Gap | null = isOther ? { after: 0, to: 0 } : null;
    let marked = cursor.position;
    this.#lastAt = progress.at;
    const move = async () => {
      await mark.move({ log: logId, position: cursor.position, at: this.#lastAt });
      marked = cursor.position;
      moved();
      await this.#options.moved?.(cursor.position);
    };
    try {
      await this.#options.hold?.(isOther ? Number.POSITIVE_INFINITY : progress.position);
      while (this.#lease.isHeld && !this.#isEnded) {
        this.#isBehind = false;
        const after = cursor.position;
        const next = await cursor.next(MAX_COMMITS);
        if (next.kind === "gap") gap = { after: gap?.after ?? after, to: next.to };
        const commits = next.kind === "gap" ? [] : next.commits;
        if (commits.length === 0 && gap === null) {
          await this.#pause();
          continue;
        }
        this.#lastAt = commits.at(-1)?.at ?? this.#lastAt;
        const isHandled = await this.#options.handle(commits, gap, this.#ended.signal);
        if (isHandled || gap !== null || cursor.position - marked >= MAX_UNMARKED) await move();
        gap = null;
      }
    } finally {
      this.#options.release?.();
      await cursor.close();
    }
  }

  async #pause(): Promise<void> {
    if (this.#isBehind || this.#isEnded || !this.#lease.isHeld) return;
    this.#isIdle = true;
    this.#tellIdle();
    await new Promise<void>((resolve) => {
      this.#wake = resolve;
    });
    this.#isIdle = false;
  }

  #tellIdle(): void {
    for (const resolve of this.#idle.splice(0)) resolve();
  }
}
