import type { Appended, Entry, Opened, Position, Storage } from "../../../storage/internal.ts";
import { MemoryStorage } from "../../../storage/internal.ts";

export type FaultyAnswer = "ok" | "failed" | "no room" | "unknown" | "conflict" | "throw";

/** A storage whose appends wait until the test says how each of them ends. */
export class FaultyStorage implements Storage {
  readonly batches: (readonly Entry[])[] = [];
  readonly #inner = new MemoryStorage();
  readonly #waiting: ((answer: FaultyAnswer) => void)[] = [];
  readonly #arrivals: (() => void)[] = [];
  closed = false;

  get snapshots(): Storage["snapshots"] {
    return this.#inner.snapshots;
  }

  open(): Promise<Opened> {
    return this.#inner.open();
  }

  async append(expected: Position, batch: readonly Entry[]): Promise<Appended> {
    this.batches.push(batch);
    const answer = await new Promise<FaultyAnswer>((resolve) => {
      this.#waiting.push(resolve);
      this.#arrivals.shift()?.();
    });
    if (answer === "throw") throw new Error("the storage broke");
    if (answer === "ok") return this.#inner.append(expected, batch);
    if (answer === "conflict") return { kind: "conflict", head: expected + 7 };
    if (answer === "no room") return { kind: "failed", reason: "no room on purpose", noRoom: true };
    return { kind: answer, reason: `${answer} on purpose` };
  }

  /** The batch whose append is under way, or null. */
  underWay(): readonly Entry[] | null {
    return this.#waiting.length === 0 ? null : (this.batches.at(-1) ?? null);
  }

  /** Ends the next append, waiting for it if it has not come yet. */
  async end(answer: FaultyAnswer): Promise<void> {
    await this.arrival();
    this.#waiting.shift()?.(answer);
  }

  /** Resolves when an append is under way. */
  async arrival(): Promise<void> {
    if (this.#waiting.length === 0) await new Promise<void>((resolve) => this.#arrivals.push(resolve));
  }

  /** Only a write tells. */
  async probe(): Promise<string> {
    return "not asked";
  }

  read(from: Position): AsyncIterable<readonly Entry[]> {
    return this.#inner.read(from);
  }

  trim(through: Position): Promise<void> {
    return this.#inner.trim(through);
  }

  async close(): Promise<void> {
    this.closed = true;
    await this.#inner.close();
  }
}
