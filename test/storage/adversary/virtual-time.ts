import type { Timing } from "../../../storage/sharing/timing.ts";

interface Sleeper {
  readonly at: number;
  readonly order: number;
  readonly wake: () => void;
}

/** Rounds of the event loop after which nothing is left to do. */
const MAX_IDLE = 100;

/** Time that passes only when nothing is left to do: hours take as long as what happens in them. */
export class VirtualTime implements Timing {
  #now = 0;
  #order = 0;
  /** A heap: the first one is woken first. */
  readonly #sleepers: Sleeper[] = [];

  now(): number {
    return this.#now;
  }

  sleep(milliseconds: number): Promise<void> {
    return new Promise((wake) => {
      this.#order += 1;
      this.#push({ at: this.#now + milliseconds, order: this.#order, wake });
    });
  }

  after(milliseconds: number, call: () => void): () => void {
    let isDue = true;
    void this.sleep(milliseconds).then(() => isDue && call());
    return () => {
      isDue = false;
    };
  }

  /** Lets time pass until it holds, or until so much has passed; gives whether it held. */
  async passUntil(holds: () => boolean, limit: number): Promise<boolean> {
    const end = this.#now + limit;
    for (let idle = 0; ; ) {
      await settled();
      if (holds()) return true;
      const next = this.#sleepers[0];
      if (next === undefined) {
        // Work that gives way to others, as making a snapshot does, waits for no time either.
        idle += 1;
        if (idle === MAX_IDLE) return false;
        continue;
      }
      idle = 0;
      if (next.at > end) return false;
      this.#pop();
      this.#now = next.at;
      next.wake();
    }
  }

  #push(sleeper: Sleeper): void {
    const heap = this.#sleepers;
    let at = heap.length;
    heap.push(sleeper);
    while (at > 0) {
      const parent = (at - 1) >> 1;
      const above = heap[parent];
      if (above === undefined || !isBefore(sleeper, above)) break;
      heap[at] = above;
      at = parent;
    }
    heap[at] = sleeper;
  }

  #pop(): void {
    const heap = this.#sleepers;
    const last = heap.pop();
    if (last === undefined || heap.length === 0) return;
    let at = 0;
    for (;;) {
      const left = heap[2 * at + 1];
      const right = heap[2 * at + 2];
      if (left === undefined) break;
      const isRight = right !== undefined && isBefore(right, left);
      const below = isRight ? right : left;
      if (!isBefore(below, last)) break;
      heap[at] = below;
      at = 2 * at + (isRight ? 2 : 1);
    }
    heap[at] = last;
  }
}

function isBefore(one: Sleeper, other: Sleeper): boolean {
  return one.at < other.at || (one.at === other.at && one.order < other.order);
}

/** Everything that waits for no time has been done. */
function settled(): Promise<unknown> {
  return new Promise(setImmediate);
}
