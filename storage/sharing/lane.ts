import type { Commit, Engine } from "../../engine/internal.ts";
import { StorageError } from "../error.ts";
import type { Entries, Entry, Position, Storage } from "../port.ts";
import { applyEntries } from "../recovery/recover.ts";
import { SchemaFit } from "../recovery/schema-fit.ts";

/**
 * How many ids of applied entries are remembered, to recognise an entry that the log delivers again. A node is never
 * further ahead of the entries it follows than this.
 */
const MAX_IDS = 10_000;

/** An own batch whose append is under way. */
interface Awaited {
  readonly first: Entry;
  /** Finishes the batch, because the log has it. */
  readonly settle: () => void;
}

/**
 * Applies the entries of other nodes to the engine. While an own batch is under way, the entries that the log delivers
 * are kept back, for two reasons: the batch was decided on the current state, and its own entries arrive before the
 * answer to its append.
 *
 * Where nodes can read the log at any time (`isPrompt`), nothing is kept back: if the batch's own entry arrives first,
 * the batch is finished; if another node's entry arrives first, the batch has lost its position.
 */
export class Lane {
  readonly #engine: Engine;
  readonly #storage: Pick<Storage, "read">;
  readonly #fit: SchemaFit;
  readonly #notify: (commit: Commit) => void;
  /** Ids of the entries that the engine has applied, by position. */
  readonly #ids = new Map<Position, string>();
  readonly #isPrompt: boolean;
  #isHeld = false;
  #awaited: Awaited | null = null;
  #kept: Entries[] = [];

  /** `isPrompt`: nothing is kept back. */
  constructor(engine: Engine, storage: Pick<Storage, "read">, notify: (commit: Commit) => void, isPrompt = false) {
    this.#isPrompt = isPrompt;
    this.#engine = engine;
    this.#storage = storage;
    this.#fit = new SchemaFit(engine);
    this.#notify = notify;
  }

  /**
   * Entries that the log delivers by itself.
   *
   * @throws StorageError `damaged` where an entry is missing; `diverged` where the engine has already applied a
   *   different entry at that position.
   */
  bring(entries: Entries): void {
    if (this.#isHeld && !this.#isPrompt) this.#kept.push(entries);
    else this.apply(entries);
  }

  hold(): void {
    this.#isHeld = true;
  }

  /** The batch whose append is under way; null: none is. */
  await(awaited: Awaited | null): void {
    this.#awaited = awaited;
  }

  /** Forgets the entries that were kept back and the ids of the applied ones. */
  clear(): void {
    this.#kept = [];
    this.#ids.clear();
  }

  /** Records entries that the engine applies without this lane. */
  note(entries: readonly Entry[]): void {
    for (const { position, commit } of entries) this.#note(position, commit);
  }

  /** Applies the entries that were kept back, and keeps back no more. Throws as `bring` does. */
  release(): void {
    this.#isHeld = false;
    this.drain();
  }

  /** Applies the entries that have been kept back so far. Throws as `bring` does. */
  drain(): void {
    const kept = this.#kept;
    this.#kept = [];
    for (const entries of kept) this.apply(entries);
  }

  /** Skips the entries that the engine has already. Throws as `bring` does. */
  apply(entries: Entries): void {
    applyEntries(this.#engine, this.#news(entries), this.#fit, this.#notify);
  }

  /**
   * Reads every entry after the engine's position. The entries that were kept back are applied first: the log may have
   * lost them in the meantime and hold others at their positions.
   *
   * @throws (rejected) as `bring` does, and what the storage throws.
   */
  async catchUp(): Promise<void> {
    this.drain();
    for await (const entries of this.#storage.read(this.#engine.number + 1)) this.apply(entries);
  }

  /**
   * The entries that the engine does not have yet. An entry can arrive in several ways, and the log may have lost its
   * tail in between: an entry that arrives again has to equal the applied one.
   */
  *#news(entries: Entries): Generator<Entry> {
    for (const entry of entries) {
      const { position, commit } = entry;
      const awaited = this.#awaited;
      if (awaited?.first.position === position && awaited.first.commit === commit) {
        this.#awaited = null;
        awaited.settle();
      } else if (position > this.#engine.number) {
        this.#note(position, commit);
        yield entry;
      } else if ((this.#ids.get(position) ?? commit) !== commit) {
        throw new StorageError("diverged", `The log has another entry at position ${position} than before`, {
          position,
        });
      }
    }
  }

  #note(position: Position, commit: string): void {
    this.#ids.set(position, commit);
    this.#ids.delete(position - MAX_IDS);
  }
}
