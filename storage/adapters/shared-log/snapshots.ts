import { StorageError } from "../../error.ts";
import type { Position, StoredSnapshot } from "../../port.ts";
import type { FoundSnapshot, LogServer } from "./server.ts";
import type { LogState } from "./state.ts";
import type { Tail } from "./tails.ts";

/** The snapshots beside a log. One node at a time stores one; it becomes visible when it is whole. */
export class Snapshots<T extends Tail> {
  readonly #log: LogState<T>;
  readonly #server: LogServer<T>;
  /** Position of the snapshot that this node has claimed. */
  #claimed: Position | null = null;

  constructor(log: LogState<T>, server: LogServer<T>) {
    this.#log = log;
    this.#server = server;
  }

  /** The newest snapshot. Entries read after it are not compared with anything read before. */
  async newest(): Promise<StoredSnapshot | null> {
    const { tails, due, start } = this.#log;
    const newest = await this.#server.snapshots.newest();
    const at = newest?.tail.last ?? 0;
    this.#log.applied = at;
    await this.#server.beat();
    tails.beginAnew(newest?.tail ?? start);
    if (newest === null) return null;
    due.stored(at);
    return { at, bytes: this.#bytes(newest) };
  }

  async *#bytes(snapshot: FoundSnapshot<T>): AsyncGenerator<Uint8Array> {
    const { last } = snapshot.tail;
    try {
      yield* snapshot.bytes();
    } catch (error) {
      if (!(error instanceof StorageError) || error.code !== "damaged") throw error;
      const newest = await this.#server.snapshots.newest();
      const named = `The snapshot at position ${last} in ${this.#log.place}`;
      // Two newer ones have been stored in the meantime.
      if (newest !== null && newest.tail.last > last) throw new StorageError("trimmed", `${named} is forgotten`);
      throw new StorageError("damaged", `${named} is not whole`);
    }
  }

  /** False if another node is storing one, or has stored one that is as recent. */
  async claim(at: Position): Promise<boolean> {
    const { tails, due } = this.#log;
    const tail = tails.at(at);
    if (tail === undefined) return false;
    const isClaimed = await this.#server.snapshots.claim(tail);
    this.#claimed = isClaimed ? at : null;
    if (!isClaimed) due.leave();
    return isClaimed;
  }

  /** Stores nothing if the position cannot be claimed. */
  async store(at: Position, bytes: AsyncIterable<Uint8Array>): Promise<void> {
    if (this.#claimed !== at && !(await this.claim(at))) return;
    this.#claimed = null;
    const tail = this.#log.tails.at(at);
    if (tail === undefined) return;
    await this.#server.snapshots.put(tail, bytes);
    this.#log.due.stored(at);
  }
}
