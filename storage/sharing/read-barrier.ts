import type { Engine } from "../../engine/internal.ts";
import type { Position, Sharing } from "../port.ts";
import type { CommitListeners } from "../writing/commit-listeners.ts";

/** Milliseconds: more than the longest time between two looks at the log. */
const LATELY = 15_000;

export interface ReadBarrierParts {
  readonly engine: Engine;
  readonly sharing: Sharing;
  readonly listeners: CommitListeners;
}

/** Makes reads wait until this node has applied the writes that they must see, as Raft's read index does. */
export class ReadBarrier {
  readonly #parts: ReadBarrierParts;
  /** The barrier that is under way, and the next one, which every caller since then shares. */
  #running: Promise<Position> | null = null;
  #next: Promise<Position> | null = null;
  #begunAt = Number.NEGATIVE_INFINITY;
  /** When the first barrier since the last answer began; null: the last one was answered. */
  #unansweredSince: number | null = null;

  constructor(parts: ReadBarrierParts) {
    this.#parts = parts;
  }

  /**
   * Whether the node has applied this position within `patience` milliseconds. `latest` stands for everything that was
   * acknowledged to anyone before the call. Never rejects.
   */
  async passed(position: Position | "latest", patience: number): Promise<boolean> {
    const until = performance.now() + patience;
    const target = position === "latest" ? await this.#head(patience) : position;
    return target !== null && this.#applied(target, until - performance.now());
  }

  /** Milliseconds for which the log has not answered; 0 if it did, or was not asked lately. */
  get silence(): number {
    const now = performance.now();
    return this.#unansweredSince === null || now - this.#begunAt > LATELY ? 0 : now - this.#unansweredSince;
  }

  /** Null if the head does not become known in time. */
  #head(patience: number): Promise<Position | null> {
    return within(
      patience,
      this.#shared().catch(() => null),
    );
  }

  /** A barrier that begins after the call: the one under way may have read the head before it. */
  #shared(): Promise<Position> {
    if (this.#running === null) return this.#begin();
    const begin = () => {
      this.#next = null;
      return this.#begin();
    };
    this.#next ??= this.#running.then(begin, begin);
    return this.#next;
  }

  #begin(): Promise<Position> {
    this.#begunAt = performance.now();
    this.#unansweredSince ??= this.#begunAt;
    const running = this.#parts.sharing
      .barrier()
      .then((head) => {
        this.#unansweredSince = null;
        return head;
      })
      .finally(() => {
        if (this.#running === running) this.#running = null;
      });
    this.#running = running;
    return running;
  }

  async #applied(position: Position, patience: number): Promise<boolean> {
    const { engine, listeners } = this.#parts;
    if (engine.number >= position) return true;
    let stop = () => {};
    const seen = new Promise<boolean>((resolve) => {
      stop = listeners.add(() => {
        if (engine.number >= position) resolve(true);
      });
    });
    await within(patience, seen);
    stop();
    return engine.number >= position;
  }
}

/** The value of the promise, or null if it takes longer than `milliseconds`. */
function within<T>(milliseconds: number, promise: Promise<T>): Promise<T | null> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve(null), Math.max(0, milliseconds));
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
