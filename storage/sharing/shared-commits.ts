import type { Engine, Env } from "../../engine/internal.ts";
import { appendFailed, outcomeUnknown, overtaken, reasonOf, type StorageError, takesNoWrites } from "../error.ts";
import type { Appended, Sharing, Storage, Turn } from "../port.ts";
import type { LogWriter } from "../writing/log-writer.ts";
import type { Outage } from "../writing/outage.ts";
import type { Write } from "../writing/write.ts";
import { WriteBatch } from "../writing/write-batch.ts";
import type { Take } from "../writing/write-queue.ts";
import type { Lane } from "./lane.ts";
import { isLasting, isLeftBehind } from "./lasting.ts";
import { resolveAppend } from "./resolve.ts";
import { type SchemaClaim, SUPERSEDED } from "./schema-claim.ts";
import type { Timing } from "./timing.ts";

/** Milliseconds in which a batch that others keep overtaking is tried again. */
const MAX_CONTENTION = 2000;
/** Milliseconds after a conflict in which turns are asked for at once. */
const CONTENDED = 1000;
/** Milliseconds to wait for a turn. */
const PATIENCE = 500;
/** Milliseconds until the callers of a batch in doubt get that answer. */
const MAX_DOUBT = 10_000;
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
  /** Takes the content in anew from a log that is not the one that was read. Throws (rejected) where that cannot be done. */
  readonly resync: (cause: StorageError) => Promise<void>;
  /** Applies and answers what is durable. */
  readonly finish: (batch: WriteBatch) => void;
  /** The state no longer is what the log says, or the log cannot be read: no writes from now on. Gives the reason. */
  readonly stop: (error: unknown) => string;
  /** The callers of a batch got the answer that its outcome is not known; `null`: it is known now. */
  readonly doubt: (reason: string | null) => void;
  readonly isClosing: () => boolean;
  /** Why no writes are taken any more, or null. */
  readonly stopped: () => string | null;
}

/** Whether a batch has ended. */
type Ended = boolean;

/**
 * Writes to a log that other nodes write to as well. Every decision rests on the state at exactly the position that the batch
 * is appended to: a batch that is overtaken is run again over what the others wrote.
 */
export class SharedCommits {
  readonly #parts: SharedCommitsParts;
  #contendedUntil = Number.NEGATIVE_INFINITY;
  /** The error that ended following, until the content is loaded anew. */
  #leftBehind: StorageError | null = null;
  #running: Promise<void> = Promise.resolve();

  constructor(parts: SharedCommitsParts) {
    this.#parts = parts;
  }

  /** Brings one batch to its end. */
  commit(take: Take): Promise<void> {
    return this.#alone(() => this.#commit(take));
  }

  /** What the log brings has ended by this error. */
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

  /** Resolves when nothing is under way. */
  idle(): Promise<void> {
    return this.#running;
  }

  /** One at a time: the state stays as it is while a batch rests on it. What the log brings waits meanwhile. */
  #alone(work: () => Promise<void>): Promise<void> {
    this.#running = this.#running.then(async () => {
      this.#parts.lane.hold();
      await work();
      this.#release();
    });
    return this.#running;
  }

  async #commit(take: Take): Promise<void> {
    const { stop, stopped, timing } = this.#parts;
    const reason = stopped();
    if (reason !== null) return refuse(take(), takesNoWrites(reason));
    const until = timing.now() + MAX_CONTENTION;
    const writes: Write[] = [];
    try {
      for (let tries = 1; ; tries += 1) {
        await this.#catchLeftBehind();
        if (await this.#tryOn(writes, take, tries)) return;
        if (timing.now() >= until) return refuse(writes, overtaken());
      }
    } catch (error) {
      // The writes of others could not be applied.
      refuse(writes, takesNoWrites(stop(error)));
    }
  }

  async #catchLeftBehind(): Promise<void> {
    const cause = this.#leftBehind;
    if (cause === null) return;
    await this.#parts.resync(cause);
    // It may have been left behind once more since.
    if (this.#leftBehind === cause) this.#leftBehind = null;
  }

  async #tryOn(writes: Write[], take: Take, tries: number): Promise<Ended> {
    try {
      return await this.#try(writes, take, tries);
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

  async #try(writes: Write[], take: Take, tries: number): Promise<Ended> {
    const { engine, env, lane, schema } = this.#parts;
    const turn = await this.#turn(tries);
    try {
      lane.drain();
      if (turn !== null) lane.apply(turn.behind);
      // Only now, so that what came while this node waited shares the append.
      writes.push(...take(writes.length));
      if (schema?.standing === "older") {
        refuse(writes, takesNoWrites(SUPERSEDED));
        return true;
      }
      const batch = new WriteBatch(writes, engine.begin(env), schema?.opening);
      return batch.commits.length === 0 ? await this.#tell(batch) : await this.#store(batch, turn);
    } finally {
      await turn?.release().catch(() => {});
    }
  }

  #turn(tries: number): Promise<Turn | null> {
    const { engine, sharing, timing } = this.#parts;
    if (sharing.turn === undefined || (tries === 1 && timing.now() >= this.#contendedUntil))
      return Promise.resolve(null);
    // Without a turn the batch may still be appended, but not to a log that is not the one that was read.
    return sharing.turn(engine.number, PATIENCE).catch((error: unknown) => {
      assertTransient(error);
      return null;
    });
  }

  /** Of writes that store nothing. What they found must be true of the log as it is, not of an older state. */
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

  async #store(batch: WriteBatch, turn: Turn | null): Promise<Ended> {
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
    let appended = await log.appendEntries(turn ?? storage, engine.number, entries);
    let isAnswered = false;
    if (appended.kind === "unknown") {
      const { reason } = appended;
      const since = timing.now();
      const isGivenUp = () => {
        if (!isAnswered && (timing.now() - since >= MAX_DOUBT || this.#parts.isClosing())) {
          isAnswered = true;
          batch.failWhole(outcomeUnknown(reason), overtaken());
          this.#parts.doubt(reason);
        }
        return this.#parts.isClosing();
      };
      try {
        appended = await resolveAppend(entries, { storage, log, timing, isGivenUp });
      } catch (error) {
        return this.#giveUp(batch, error, isAnswered);
      } finally {
        lane.await(null);
      }
    }
    lane.await(null);
    // What the log has brought by itself is known to be there.
    if (appended.kind === "ok" || isSettled) {
      settle();
      if (isAnswered) this.#parts.doubt(null);
      return true;
    }
    return this.#end(batch, appended, isAnswered);
  }

  /** The log that the batch was for is no more: what became of the batch cannot be found out. */
  #giveUp(batch: WriteBatch, error: unknown, isAnswered: boolean): Ended {
    const { stop, doubt } = this.#parts;
    if (isLeftBehind(error)) this.#leftBehind = error;
    else stop(error);
    if (isAnswered) doubt(null);
    batch.failWhole(outcomeUnknown(reasonOf(error)), overtaken());
    // Nothing of it is run again; what is left behind is caught up with before the next batch.
    return true;
  }

  async #end(batch: WriteBatch, appended: Exclude<Appended, { kind: "ok" }>, isAnswered: boolean): Promise<Ended> {
    const { outage, stop, doubt, timing } = this.#parts;
    if (isAnswered && appended.kind !== "unknown") doubt(null);
    switch (appended.kind) {
      case "failed":
        batch.failWhole(appendFailed(outage.begin(appended)), overtaken());
        return true;
      case "unknown":
        batch.failWhole(outcomeUnknown(stop(appended.reason)), overtaken());
        return true;
      case "conflict":
        this.#contendedUntil = timing.now() + CONTENDED;
        return (await this.#catchUp()) || isAnswered;
    }
  }

  /** Gives false: the batch is to be run again. */
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

/** Throws on what another attempt would find again: a log that is not what it should be. */
function assertTransient(error: unknown): void {
  if (isLasting(error)) throw error;
}
