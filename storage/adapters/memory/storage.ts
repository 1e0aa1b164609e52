import { randomUUID } from "node:crypto";
import { StorageError } from "../../error.ts";
import type { Appended, Entry, Opened, Position, Storage, StoredSnapshot } from "../../port.ts";
import { marksOf } from "../marks/marks-of.ts";
import { MemoryMarks } from "../marks/memory-marks.ts";

export interface MemoryStorageOptions {
  /**
   * How many of the newest entries to keep, at least. Older ones can go: nothing here outlives the state made from
   * them.
   */
  readonly keep?: number;
}

interface Snapshot {
  readonly at: Position;
  readonly chunks: readonly Uint8Array[];
}

/** A list of entries in memory, empty when it is opened and lost when it is closed. */
export class MemoryStorage implements Storage {
  readonly #keep: number;
  #isOpen = false;
  #entries: Entry[] = [];
  /** The position before the oldest entry that is kept. */
  #base: Position = 0;
  #snapshots: readonly Snapshot[] = [];
  #marks = new MemoryMarks();

  constructor({ keep = 10_000 }: MemoryStorageOptions = {}) {
    this.#keep = keep;
  }

  readonly marks = marksOf(() => {
    this.#assertOpen();
    return this.#marks;
  });

  readonly snapshots = {
    newest: async (): Promise<StoredSnapshot | null> => {
      this.#assertOpen();
      const newest = this.#snapshots.at(-1);
      return newest === undefined ? null : { at: newest.at, bytes: replay(newest.chunks) };
    },
    store: async (at: Position, bytes: AsyncIterable<Uint8Array>): Promise<void> => {
      this.#assertOpen();
      const chunks: Uint8Array[] = [];
      for await (const chunk of bytes) chunks.push(chunk);
      this.#snapshots = [...this.#snapshots, { at, chunks }].slice(-2);
    },
  };

  async open(): Promise<Opened> {
    if (this.#isOpen) throw new StorageError("locked", "The memory storage is open already");
    this.#isOpen = true;
    return { logId: randomUUID(), head: 0, oldest: 0, survives: "nothing", shared: false };
  }

  async append(expected: Position, batch: readonly Entry[]): Promise<Appended> {
    this.#assertOpen();
    if (expected !== this.#head) return { kind: "conflict", head: this.#head };
    for (const entry of batch) this.#entries.push(entry);
    if (this.#entries.length > 2 * this.#keep) this.#forget(this.#head - this.#keep);
    return { kind: "ok", head: this.#head };
  }

  async *read(from: Position): AsyncGenerator<readonly Entry[]> {
    this.#assertOpen();
    const entries = this.#entries.slice(Math.max(0, from - 1 - this.#base));
    if (entries.length > 0) yield entries;
  }

  async trim(through: Position): Promise<void> {
    this.#assertOpen();
    const [secondNewest] = this.#snapshots.slice(-2);
    if (this.#snapshots.length === 2 && secondNewest !== undefined) this.#forget(Math.min(through, secondNewest.at));
  }

  async close(): Promise<void> {
    this.#isOpen = false;
    this.#entries = [];
    this.#base = 0;
    this.#snapshots = [];
    this.#marks = new MemoryMarks();
  }

  /**
   * Whether entries are gone that no snapshot contains: a second store over this storage then needs a snapshot by the
   * first one.
   */
  get hasForgotten(): boolean {
    return this.#base > (this.#snapshots.at(-1)?.at ?? 0);
  }

  get #head(): Position {
    return this.#base + this.#entries.length;
  }

  #forget(through: Position): void {
    if (through <= this.#base) return;
    this.#entries = this.#entries.slice(through - this.#base);
    this.#base = through;
  }

  #assertOpen(): void {
    if (!this.#isOpen) throw new StorageError("misused", "The memory storage is not open");
  }
}

async function* replay(chunks: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* chunks;
}
