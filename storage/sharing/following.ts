import type { Engine } from "../../engine/internal.ts";
import { reasonOf, type StorageError } from "../error.ts";
import type { Entries, Position, Sharing, Storage } from "../port.ts";
import { recover } from "../recovery/recover.ts";
import type { Report } from "../report.ts";
import type { Lane } from "./lane.ts";
import { isLasting } from "./lasting.ts";
import type { Timing } from "./timing.ts";

/** Attempts at reading a log anew that is not what it should be: it may change once more meanwhile. */
const MAX_ATTEMPTS = 5;
/** Milliseconds between one attempt and the next: at first, and at most. */
const FIRST_PAUSE = 50;
const MAX_PAUSE = 1000;

export interface FollowingParts {
  readonly engine: Engine;
  readonly storage: Storage;
  readonly sharing: Sharing;
  readonly lane: Lane;
  readonly timing: Timing;
  readonly report: Report;
  /** The log cannot be followed any further. */
  readonly onEnd: (error: StorageError) => void;
  /** What others wrote is not what it should be. */
  readonly onFault: (error: unknown) => void;
  /** All was read anew: from this snapshot, or from none. */
  readonly onResync: (snapshot: Position | null) => void;
  /** Reading anew has to wait, for this reason; null: no more. */
  readonly onWait: (reason: string | null) => void;
  readonly isClosing: () => boolean;
}

/** Keeps an engine at the head of a log that other nodes write to. */
export class Following {
  readonly #parts: FollowingParts;
  #unfollow: () => Promise<void> = async () => {};

  constructor(parts: FollowingParts) {
    this.#parts = parts;
  }

  async start(): Promise<void> {
    const { engine, sharing, lane, onEnd, onFault } = this.#parts;
    let isEnded = false;
    const entries = (brought: Entries) => {
      if (isEnded) return;
      try {
        lane.bring(brought);
      } catch (error) {
        isEnded = true;
        onFault(error);
      }
    };
    this.#unfollow = await sharing.follow(engine.number, { entries, ended: onEnd });
  }

  async stop(): Promise<void> {
    await this.#unfollow();
  }

  /**
   * Brings the engine from whatever it holds to what the log holds now. Readers see what it held until all is read.
   *
   * @throws (rejected) what the log is not, and `cause` where the store is closed meanwhile.
   */
  async resync(cause: StorageError): Promise<void> {
    const { engine, lane, report, timing, onWait, isClosing } = this.#parts;
    const { number } = engine;
    report("The entries that this node has read are no longer in the log, which is read again from the start", {
      reason: cause.message,
    });
    await this.stop();
    lane.clear();
    let faults = 0;
    for (let pause = FIRST_PAUSE; !isClosing(); pause = Math.min(2 * pause, MAX_PAUSE)) {
      try {
        await this.#readAnew();
        onWait(null);
        return report("The log was read again from the start", { before: number, now: engine.number });
      } catch (error) {
        if (isLasting(error)) faults += 1;
        if (faults === MAX_ATTEMPTS) throw error;
        onWait(reasonOf(error));
        await timing.sleep(pause);
      }
    }
    throw cause;
  }

  async #readAnew(): Promise<void> {
    const { engine, storage, report, onResync } = this.#parts;
    const fresh = engine.empty();
    const snapshot = await recover(fresh, storage, { head: 0, shared: true }, report);
    fresh.buildIndexes();
    engine.become(fresh);
    onResync(snapshot);
    await this.start();
  }
}
