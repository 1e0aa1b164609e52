import type { Engine } from "../../engine/internal.ts";
import type { Position, Storage } from "../port.ts";
import { encodeSnapshot } from "../snapshot/encode.ts";

export interface CheckpointsParts {
  readonly engine: Engine;
  readonly storage: Storage;
  /** Whether the engine has all that the log has: older content types have no place for some of it. */
  readonly isWhole: () => boolean;
}

/**
 * Stores snapshots of an engine, one at a time, and lets the log forget what is before the two newest. In a shared log only
 * where no other node is at it.
 */
export class Checkpoints {
  readonly #parts: CheckpointsParts;
  #newest: Position | null;
  #running: Promise<Position> | null = null;
  /** Begins none before it has ended. */
  #anew: Promise<void> = Promise.resolve();

  constructor(parts: CheckpointsParts, newest: Position | null) {
    this.#parts = parts;
    this.#newest = newest;
  }

  /**
   * Stores the state as it is at the call; gives its position, or, where another node is at it, that of the last one of this
   * node. During another call it gives that one's result.
   */
  take(): Promise<Position> {
    this.#running ??= this.#store().finally(() => {
      this.#running = null;
    });
    return this.#running;
  }

  /**
   * Brings the engine anew to what the storage holds; `recover` gives the snapshot that it began with. The state before may
   * be one that the storage has lost: no snapshot is under way meanwhile.
   */
  async beginAnew(recover: () => Promise<Position | null>): Promise<void> {
    await this.idle();
    const recovered = recover().then((newest) => {
      this.#newest = newest;
    });
    this.#anew = recovered.catch(() => {});
    await recovered;
  }

  /** Resolves when none is under way. */
  async idle(): Promise<void> {
    await this.#running?.catch(() => {});
  }

  async #store(): Promise<Position> {
    await this.#anew;
    const { engine, storage, isWhole } = this.#parts;
    const newest = this.#newest ?? 0;
    if (!isWhole()) return newest;
    const state = engine.fork();
    const at = state.number;
    if (at === newest) return at;
    if ((await storage.sharing?.claimSnapshot?.(at)) === false) return newest;
    await storage.snapshots.store(at, encodeSnapshot(state));
    this.#newest = at;
    // Never past the second newest, which another node may have stored.
    await storage.trim(at);
    return at;
  }
}
