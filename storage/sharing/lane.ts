import type { Commit, Engine } from "../../engine/internal.ts";
import { StorageError } from "../error.ts";
import type { Entries, Entry, Position, Storage } from "../port.ts";
import { applyEntries } from "../recovery/recover.ts";
import { SchemaFit } from "../recovery/schema-fit.ts";

/** Entries by whose ids it is known again that the log has them still. More than a node can be ahead of what it follows. */
const MAX_IDS = 10_000;

/** A batch of this node's own whose append is under way. */
interface Awaited {
  readonly first: Entry;
  /** Brings it to its end, since the log has it. */
  readonly settle: () => void;
}

/**
 * Brings what others wrote into the engine. While a batch is under way it keeps back what the log brings, since that batch
 * rests on the state as it is, and since its own entries come back before their answer does. Where nodes read what the log
 * has at any time, nothing is kept back: a batch whose own entry comes is at its end, and one that another's comes before has
 * lost its place.
 */
export class Lane {
  readonly #engine: Engine;
  readonly #storage: Pick<Storage, "read">;
  readonly #fit: SchemaFit;
  readonly #notify: (commit: Commit) => void;
  /** Ids of what the engine has taken in, by position. */
  readonly #ids = new Map<Position, string>();
  readonly #isPrompt: boolean;
  #isHeld = false;
  #awaited: Awaited | null = null;
  #kept: Entries[] = [];

  /** `isPrompt`: nothing is kept back. */
  constructor(engine: Engine, storage: Pick<Storage, "read">, tell: (commit: Commit) => void, isPrompt = false) {
    this.#isPrompt = isPrompt;
    this.#engine = engine;
    this.#storage = storage;
    this.#fit = new SchemaFit(engine);
    this.#notify = tell;
  }

  /**
   * What the log brings by itself. Throws StorageError `damaged` where an entry is missing, `diverged` where the engine has
   * taken in another one in its place.
   */
  bring(entries: Entries): void {
    if (this.#isHeld && !this.#isPrompt) this.#kept.push(entries);
    else this.apply(entries);
  }

  hold(): void {
    this.#isHeld = true;
  }

  /** The batch whose append is under way, or that none is. */
  await(awaited: Awaited | null): void {
    this.#awaited = awaited;
  }

  /** Forgets what was kept back, and what came before. */
  clear(): void {
    this.#kept = [];
    this.#ids.clear();
  }

  /** What the engine takes in by itself. */
  note(entries: readonly Entry[]): void {
    for (const { position, commit } of entries) this.#note(position, commit);
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

  /**
   * Reads all there is after what the engine has. What was kept back comes first: the log may have lost it meanwhile, and may
   * have something else in its place. Throws (rejected) as `bring` does, and what the storage throws.
   */
  async catchUp(): Promise<void> {
    this.drain();
    for await (const entries of this.#storage.read(this.#engine.number + 1)) this.apply(entries);
  }

  /**
   * Those come in several ways, which a loss of the log's tail may lie between: what comes once more has to be what is there.
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
