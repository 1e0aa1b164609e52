import { clearImmediate, clearTimeout, setImmediate, setTimeout } from "node:timers";

/** Taken when this file is loaded, so that a user's tests with fake timers do not stop the queue. */
const [atEndOfTurn, notAtEndOfTurn, later, notLater] = [setImmediate, clearImmediate, setTimeout, clearTimeout];

/** Batches that wait for nobody after one that has waited in vain. */
const WITHOUT_WAITING = 16;

/**
 * The delay of group commit. Clients that write one thing after the other come again as soon as they are answered. A
 * batch that waits for them shares its flush with all. A batch that begins at once misses the clients of the one before,
 * and twice as many flushes are made. A single client never waits.
 */
export class ReturningWriters {
  readonly #patience: number;
  /** As many writes will wait soon, if all who were answered last come again. */
  #expected = 0;
  #timer: NodeJS.Timeout | undefined;
  #immediate: NodeJS.Immediate | undefined;
  #begin: (() => void) | null = null;
  #withoutWaiting = 0;

  /** `patience`: milliseconds after its answer in which a client is expected to write again; 0: it is not. */
  constructor(patience: number) {
    this.#patience = patience;
  }

  /** A batch has ended: `writes` counts the answered writes and the waiting ones. */
  expect(writes: number): void {
    if (this.#patience === 0) return;
    notLater(this.#timer);
    notAtEndOfTurn(this.#immediate);
    if (this.#withoutWaiting > 0) {
      this.#withoutWaiting -= 1;
      return;
    }
    this.#expected = writes;
    // Timers come before the requests that have arrived meanwhile, which a long turn leaves unread.
    this.#timer = later(() => {
      this.#immediate = atEndOfTurn(() => this.#giveUp());
    }, this.#patience);
  }

  /** Resolves when as many writes wait as are expected; `waiting` writes do already. */
  async gathered(waiting: number): Promise<void> {
    if (waiting >= this.#expected) return;
    await new Promise<void>((resolve) => {
      this.#begin = resolve;
    });
    this.#begin = null;
  }

  /** A write has come: so many wait now. */
  arrived(waiting: number): void {
    if (waiting >= this.#expected) this.#begin?.();
  }

  #giveUp(): void {
    this.#expected = 0;
    if (this.#begin === null) return;
    this.#withoutWaiting = WITHOUT_WAITING;
    this.#begin();
  }
}
