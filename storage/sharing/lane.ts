import type { Commit, Engine } from "../../engine/internal.ts";
import type { Entries, Entry, Storage } from "../port.ts";
import { applyEntries } from "../recovery/recover.ts";
import { SchemaFit } from "../recovery/schema-fit.ts";

/**
 * Brings what others wrote into the engine. While a batch is under way it keeps back what the log brings, since that batch
 * rests on the state as it is, and since its own entries come back before their answer does.
 */
export class Lane {
  readonly #engine: Engine;
  readonly #storage: Pick<Storage, "read">;
  readonly #fit: SchemaFit;
  readonly #notify: (commit: Commit) => void;
  #isHeld = false;
  #kept: Entries[] = [];

  constructor(engine: Engine, storage: Pick<Storage, "read">, tell: (commit: Commit) => void) {
    this.#engine = engine;
    this.#storage = storage;
    this.#fit = new SchemaFit(engine);
    this.#notify = tell;
  }

  /** What the log brings by itself. Throws StorageError `damaged` where an entry is missing. */
  bring(entries: Entries): void {
    if (this.#isHeld) this.#kept.push(entries);
    else this.apply(entries);
  }

  hold(): void {
    this.#isHeld = true;
  }

  /** Forgets what was kept back. */
  clear(): void {
    this.#kept = [];
  }

  /** Applies what was kept back. Throws as `bring` does. */
  release(): void {
    this.#isHeld = false;
    this.drain();
  }

  /** Applies what was kept back so far. Throws as `bring` does. */
  drain(): void {
    const kept = this.#kept;
    this.#kept = [];
    for (const entries of kept) this.apply(entries);
  }

  /** Entries that the engine has already are skipped. Throws as `bring` does. */
  apply(entries: Entries): void {
    applyEntries(this.#engine, this.#news(entries), this.#fit, this.#notify);
  }

  /** Reads all there is after what the engine has. Throws (rejected) as `bring` does, and what the storage throws. */
  async catchUp(): Promise<void> {
    for await (const entries of this.#storage.read(this.#engine.number + 1)) this.apply(entries);
  }

  *#news(entries: Entries): Generator<Entry> {
    for (const entry of entries) if (entry.position > this.#engine.number) yield entry;
  }
}
