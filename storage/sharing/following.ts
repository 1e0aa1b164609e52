import type { Engine } from "../../engine/internal.ts";
import { reasonOf, type StorageError } from "../error.ts";
import type { Entries, Position, Sharing, Storage } from "../port.ts";
import { reload } from "../recovery/reload.ts";
import type { Report } from "../report.ts";
import type { Checkpoints } from "../writing/checkpoints.ts";
import { isPermanent } from "./is-permanent.ts";
import type { Lane } from "./lane.ts";
import type { Timing } from "./timing.ts";

/** Attempts at reloading a log that turns out to be inconsistent: it may change again in the meantime. */
const MAX_ATTEMPTS = 5;
/** Milliseconds between two attempts: the first pause and the longest one. */
const FIRST_PAUSE = 50;
const MAX_PAUSE = 1000;

export interface FollowingParts {
  readonly engine: Engine;
  readonly storage: Storage;
  readonly sharing: Sharing;
  readonly lane: Lane;
  readonly timing: Timing;
  readonly report: Report;
  /** The log cannot be followed any further, or an entry of another node is not valid here. */
  readonly onEnd: (error: unknown) => void;
  readonly checkpoints: Pick<Checkpoints, "beginAnew">;
  /** Reloading has to wait for this reason; null: it waits no longer. */
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
    const { engine, sharing, lane, onEnd } = this.#parts;
    let isEnded = false;
    const entries = (brought: Entries) => {
      if (isEnded) return;
      try {
        lane.bring(brought);
      } catch (error) {
        isEnded = true;
        onEnd(error);
      }
    };
    this.#unfollow = await sharing.follow(engine.number, { entries, ended: onEnd });
  }

  async stop(): Promise<void> {
    await this.#unfollow();
  }

  /**
   * Reloads the engine from what the log holds now. Readers see the old content until everything has been read.
   *
   * @throws (rejected) the fault of the log, or `cause` when the store is closed in the meantime.
   */
  async resync(cause: StorageError): Promise<void> {
    const { engine, checkpoints, lane, report, onWait } = this.#parts;
    const { number } = engine;
    report("The entries that this node has read are no longer in the log, which is read again from the start", {
      reason: cause.message,
    });
    await this.stop();
    lane.clear();
    await checkpoints.beginAnew(() => this.#untilReadAnew(cause));
    onWait(null);
    report("The log was read again from the start", { before: number, now: engine.number });
  }

  async #untilReadAnew(cause: StorageError): Promise<Position | null> {
    const { timing, onWait, isClosing } = this.#parts;
    let faults = 0;
    for (let pause = FIRST_PAUSE; !isClosing(); pause = Math.min(2 * pause, MAX_PAUSE)) {
      try {
        const { engine, storage, report } = this.#parts;
        const snapshot = await reload(engine, storage, { head: 0, shared: true }, report);
        await this.start();
        return snapshot;
      } catch (error) {
        if (isPermanent(error)) faults += 1;
        if (faults === MAX_ATTEMPTS) throw error;
        onWait(reasonOf(error));
        await timing.sleep(pause);
      }
    }
    throw cause;
  }
}
