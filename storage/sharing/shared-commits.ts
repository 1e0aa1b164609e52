import type { Engine, Env } from "../../engine/internal.ts";
import {
  appendFailed,
  NO_ANSWER,
  outcomeUnknown,
  overtaken,
  reasonOf,
  type StorageError,
  takesNoWrites,
} from "../error.ts";
import type { Appended, Sharing, Storage, Turn } from "../port.ts";
import type { LogWriter } from "../writing/log-writer.ts";
import type { Outage } from "../writing/outage.ts";
import type { Write } from "../writing/write.ts";
import { WriteBatch } from "../writing/write-batch.ts";
import type { WaitingWrites } from "../writing/write-queue.ts";
import { isLeftBehind } from "./is-left-behind.ts";
import { isPermanent } from "./is-permanent.ts";
import type { Lane } from "./lane.ts";
import { resolveAppend } from "./resolve.ts";
import { type SchemaClaim, SUPERSEDED } from "./schema-claim.ts";
import type { Timing } from "./timing.ts";

/** Milliseconds for which a batch is retried when other nodes keep writing before it. */
const MAX_CONTENTION = 2000;
/** Milliseconds after a conflict during which every batch asks for a turn first. */
const CONTENDED = 1000;
/** Milliseconds to wait for a turn. */
const TURN_TIMEOUT = 500;
/**
 * Milliseconds that a caller waits at most, whatever is being waited for: with the second for which a request may have waited
 * for its node to catch up, ten.
 */
const MAX_WAIT = 9_000;
/** Milliseconds that a batch has in any case, though its writes have waited for others before. */
const MIN_WAIT = 1_000;
/** Milliseconds between attempts at reading what others wrote. */
const PAUSE = 50;

export interface SharedCommitsParts {
  readonly engine: Engine;
  readonly env: Env;
  readonly storage: Storage;
  readonly sharing: Sharing;
  readonly log: LogWriter;
  readonly lane: Lane;
  readonly outage: Outage;
  readonly timing: Timing;
  /** Null where all nodes have the same content types. */
  readonly schema: SchemaClaim | null;
  /** `Opened.maxBatchBytes`. */
  readonly maxBytes: number | undefined;
  /** Reloads the content from a log that has changed since it was read. Throws (rejected) if that is impossible. */
  readonly resync: (cause: StorageError) => Promise<void>;
  /** Applies a durable batch and answers its callers. */
  readonly finish: (batch: WriteBatch) => void;
  /** Stops all writes, because the state no longer matches the log or the log cannot be read. Returns the reason. */
  readonly stop: (error: unknown) => string;
  /** The callers of a batch got the error that its outcome is unknown; `null`: it is known now. */
  readonly doubt: (reason: string | null) => void;
  readonly isClosing: () => boolean;
  /** Whether commits say what happened to which documents. */
  readonly isRecording: () => boolean;
  /** Why writes have been stopped, or null. */
  readonly stopped: () => string | null;
}

/** Whether a batch has ended. */
type Ended = boolean;

/** One batch from its first try to its end. */
interface Attempt {
  readonly writes: Write[];
  /** The batch that is on its way to the log, or may be. */
  sent: WriteBatch | null;
  /** The callers have waited for as long as they should: they have an answer. */
  isAnswered: boolean;
  /** As of the timing. */
  readonly begunAt: number;
  /** Ends waiting for its end. */
  keepWaiting: () => void;
}

/**
 * Optimistic concurrency over a shared log. Every decision is made on the state at exactly the position that the batch
 * is appended to. A batch that another node overtakes is run again over what that node wrote.
 */
export class SharedCommits {
  readonly #parts: SharedCommitsParts;
  #contendedUntil = Number.NEGATIVE_INFINITY;
  /** The error that ended following, until the content has been reloaded. */
  #leftBehind: StorageError | null = null;
  #running: Promise<void> = Promise.resolve();

  constructor(parts: SharedCommitsParts) {
    this.#parts = parts;
  }

  /** Takes one batch and finishes it. Its callers wait no longer if something else is under way, as reading the log again. */
  commit(waiting: WaitingWrites): Promise<void> {
    const begunAt = this.#parts.timing.now();
    const attempt: Attempt = { writes: [], sent: null, isAnswered: false, begunAt, keepWaiting: () => {} };
    this.#take(attempt, waiting);
    return this.#alone(() => this.#commit(attempt, waiting));
  }

  /** Following the log has ended with this error. */
  ended(error: unknown): void {
    if (!isLeftBehind(error)) return void this.#parts.stop(error);
    this.#leftBehind = error;
    void this.#alone(async () => {
      try {
        if (this.#parts.stopped() === null) await this.#catchLeftBehind();
      } catch (fault) {
        if (!this.#parts.isClosing()) this.#parts.stop(fault);
      }
    });
  }

  /** Whether a caller who began to wait then, as of `performance.now()`, has waited for as long as one should. */
  isTooLate(since: number): boolean {
    return performance.now() - since >= MAX_WAIT;
  }

  /** Resolves when nothing is under way. */
  idle(): Promise<void> {
    return this.#running;
  }

  /**
   * Runs one work at a time, so the state does not change under a batch. Entries that the log delivers wait in the
   * meantime.
   */
  #alone(work: () => Promise<void>): Promise<void> {
    this.#running = this.#running.then(async () => {
      this.#parts.lane.hold();
      await work();
      this.#release();
    });
    return this.#running;
  }

  async #commit(attempt: Attempt, waiting: WaitingWrites): Promise<void> {
    const { stop, stopped, timing } = this.#parts;
    const { writes } = attempt;
    const until = timing.now() + MAX_CONTENTION;
    try {
      const reason = stopped();
      if (reason !== null) return refuse(writes, takesNoWrites(reason));
      for (let tries = 1; !attempt.isAnswered; tries += 1) {
        await this.#catchLeftBehind();
        if (await this.#tryOn(attempt, waiting, tries)) return;
        if (timing.now() >= until) return refuse(writes, overtaken());
      }
    } catch (error) {
      // The writes of others could not be applied.
      refuse(writes, takesNoWrites(stop(error)));
    } finally {
      attempt.keepWaiting();
      if (attempt.isAnswered) this.#parts.doubt(null);
    }
  }

  /** Takes the writes that wait. The one whose caller has waited longest says how long the batch may take from now on. */
  #take(attempt: Attempt, waiting: WaitingWrites): void {
    const { timing } = this.#parts;
    const { writes, begunAt } = attempt;
    const taken = waiting.take(writes.length);
    if (taken.length === 0) return;
    writes.push(...taken);
    const waited = performance.now() - writes.reduce((oldest, { calledAt }) => Math.min(oldest, calledAt), Infinity);
    attempt.keepWaiting();
    const patience = Math.max(begunAt + MIN_WAIT - timing.now(), MAX_WAIT - waited);
    attempt.keepWaiting = timing.after(patience, () => this.#answer(attempt, NO_ANSWER));
  }

  /** Answers the callers, though the batch has not ended. No other write is accepted until it has. */
  #answer(attempt: Attempt, reason: string): void {
    if (attempt.isAnswered) return;
    attempt.isAnswered = true;
    if (attempt.sent === null) refuse(attempt.writes, takesNoWrites(reason));
    else attempt.sent.failWhole(outcomeUnknown(reason), overtaken());
    this.#parts.doubt(reason);
  }

  async #catchLeftBehind(): Promise<void> {
    const cause = this.#leftBehind;
    if (cause === null) return;
    await this.#parts.resync(cause);
    // The node may have been left behind again since.
    if (this.#leftBehind === cause) this.#leftBehind = null;
  }

  async #tryOn(attempt: Attempt, waiting: WaitingWrites, tries: number): Promise<Ended> {
    try {
      return await this.#try(attempt, waiting, tries);
    } catch (error) {
      if (!isLeftBehind(error)) throw error;
      this.#leftBehind = error;
      return false;
    }
  }

  #release(): void {
    try {
      this.#parts.lane.release();
    } catch (error) {
      this.ended(error);
    }
  }

  async #try(attempt: Attempt, waiting: WaitingWrites, tries: number): Promise<Ended> {
    const { engine, env, lane, schema, maxBytes } = this.#parts;
    const { writes } = attempt;
    const turn = await this.#turn(tries);
    try {
      // They were refused meanwhile, so that nothing of them may be stored any more.
      if (attempt.isAnswered) return true;
      lane.drain();
      if (turn !== null) lane.apply(turn.behind);
      // Writes are taken only now: the ones that arrived while this node waited share the append.
      this.#take(attempt, waiting);
      if (schema?.standing === "older") {
        refuse(writes, takesNoWrites(SUPERSEDED));
        return true;
      }
      const batch = new WriteBatch(writes, engine.begin(env, this.#parts.isRecording()), {
        open: schema?.opening,
        maxBytes,
      });
      waiting.putBack(writes.splice(batch.size));
      return batch.commits.length === 0 ? await this.#tell(batch) : await this.#store(attempt, batch, turn);
    } finally {
      await turn?.release().catch(() => {});
    }
  }

  #turn(tries: number): Promise<Turn | null> {
    const { engine, sharing, timing } = this.#parts;
    if (sharing.turn === undefined || (tries === 1 && timing.now() >= this.#contendedUntil))
      return Promise.resolve(null);
    // Without a turn the batch may still be appended, but only to the log that was read.
    return sharing.turn(engine.number, TURN_TIMEOUT).catch((error: unknown) => {
      assertTransient(error);
      return null;
    });
  }

  /** For writes that store nothing. Their answers must be true of the log's present head, not of an older state. */
  async #tell(batch: WriteBatch): Promise<Ended> {
    const { engine, sharing, finish } = this.#parts;
    const { number } = engine;
    try {
      if ((await sharing.barrier()) > number) return await this.#catchUp();
    } catch (error) {
      assertTransient(error);
      return this.#later();
    }
    finish(batch);
    return true;
  }

  async #store(attempt: Attempt, batch: WriteBatch, turn: Turn | null): Promise<Ended> {
    const { engine, log, storage, timing, lane } = this.#parts;
    const entries = log.entriesOf(batch.commits);
    let isSettled = false;
    const settle = () => {
      if (isSettled) return;
      isSettled = true;
      lane.await(null);
      lane.note(entries);
      this.#parts.schema?.written();
      this.#parts.finish(batch);
    };
    lane.await(entries[0] === undefined ? null : { first: entries[0], settle });
    attempt.sent = batch;
    let appended = await log.appendEntries(turn ?? storage, engine.number, entries);
    if (appended.kind === "unknown") {
      const { reason } = appended;
      const isGivenUp = () => {
        // Nothing more can be found out before the next start.
        if (this.#parts.stopped() !== null) return true;
        if (!this.#parts.isClosing()) return false;
        this.#answer(attempt, reason);
        return true;
      };
      try {
        appended = await resolveAppend(entries, { storage, log, timing, isGivenUp });
      } catch (error) {
        return this.#giveUp(batch, error);
      } finally {
        lane.await(null);
      }
    }
    lane.await(null);
    // If the log has delivered the batch's own entry, it was stored.
    if (appended.kind === "ok" || isSettled) {
      settle();
      return true;
    }
    return this.#end(attempt, batch, appended);
  }

  /** The log that the batch was meant for is gone, so the outcome of the batch cannot be found out. */
  #giveUp(batch: WriteBatch, error: unknown): Ended {
    if (isLeftBehind(error)) this.#leftBehind = error;
    else this.#parts.stop(error);
    batch.failWhole(outcomeUnknown(reasonOf(error)), overtaken());
    // Nothing of the batch is run again; the node reloads the log before the next batch.
    return true;
  }

  async #end(attempt: Attempt, batch: WriteBatch, appended: Exclude<Appended, { kind: "ok" }>): Promise<Ended> {
    const { outage, stop, timing } = this.#parts;
    switch (appended.kind) {
      case "failed":
        batch.failWhole(appendFailed(outage.begin(appended)), overtaken());
        return true;
      case "unknown":
        batch.failWhole(outcomeUnknown(stop(appended.reason)), overtaken());
        return true;
      case "conflict":
        attempt.sent = null;
        this.#contendedUntil = timing.now() + CONTENDED;
        return this.#catchUp();
    }
  }

  /** Returns false: the batch has to be run again. */
  async #catchUp(): Promise<Ended> {
    try {
      await this.#parts.lane.catchUp();
      return false;
    } catch (error) {
      assertTransient(error);
      return this.#later();
    }
  }

  async #later(): Promise<Ended> {
    await this.#parts.timing.sleep(PAUSE);
    return false;
  }
}

function refuse(writes: readonly Write[], error: Error): void {
  for (const write of writes) write.refuse(error);
}

/** Throws if another attempt would fail in the same way, because the log itself is faulty. */
function assertTransient(error: unknown): void {
  if (isPermanent(error)) throw error;
}
