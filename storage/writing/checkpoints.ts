import type { Engine } from "../../engine/internal.ts";
import type { Position, Storage } from "../port.ts";
import { encodeSnapshot } from "../snapshot/encode.ts";
import { slowestConsumer } from "./slowest-consumer.ts";

export interface CheckpointsParts {
  readonly engine: Engine;
  readonly storage: Storage;
  /**
   * Whether the engine holds everything that the log holds: older content types drop attributes that they do not know.
   */
  readonly isWhole: () => boolean;
  /** Milliseconds for which entries are kept for a consumer that does not come for them. */
  readonly consumerKeep: number;
}

/**
 * Stores snapshots of an engine, one at a time, and then trims the log before the two newest. In a shared log, only one
 * node does so at a time.
 */
export class Checkpoints {
  readonly #parts: CheckpointsParts;
  #newest: Position | null;
  #running: Promise<Position> | null = null;
  /** No snapshot begins before this has ended. */
  #anew: Promise<void> = Promise.resolve();

  constructor(parts: CheckpointsParts, newest: Position | null) {
    this.#parts = parts;
    this.#newest = newest;
  }

  /**
   * Stores the state as of the call and returns its position. If another node is storing a snapshot, the result is the
   * position of this node's last one. A call during another one shares its result.
   */
  take(): Promise<Position> {
    this.#running ??= this.#store().finally(() => {
      this.#running = null;
    });
    return this.#running;
  }

  /**
   * Reloads the engine from what the storage holds now; `recover` returns the position of the snapshot that it started
   * from. No snapshot is stored in the meantime, since the storage may have lost the state from before.
   */
  async beginAnew(recover: () => Promise<Position | null>): Promise<void> {
    await this.idle();
    const recovered = recover().then((newest) => {
      this.#newest = newest;
    });
    this.#anew = recovered.catch(() => {});
    await recovered;
  }

  /** Resolves when no snapshot is under way. */
  async idle(): Promise<void> {
    await this.#running?.catch(() => {});
  }

  /** Position up to which every consumer has read. */
  async #slowest(): Promise<Position> {
    const { storage, consumerKeep } = this.#parts;
    if (storage.marks === undefined) return Number.POSITIVE_INFINITY;
    return slowestConsumer(storage.marks, Date.now() - consumerKeep);
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
    // The storage never trims past the second newest snapshot, which another node may have stored.
    await storage.trim(Math.min(at, await this.#slowest()));
    return at;
  }
}
