/** The longest time that a turn is held, in milliseconds: its holder may have died or be slow. */
const MAX_HELD = 250;

interface Waiting {
  readonly who: object;
  readonly answer: (isTurn: boolean) => void;
  readonly timer: NodeJS.Timeout;
}

/** A fair lock with a time limit: writers append one after the other, in the order in which they asked. */
export class Turns {
  #holder: object | null = null;
  #held: NodeJS.Timeout | undefined;
  #waiting: Waiting[] = [];

  /** True when the turn has come; false if it has not come within `patience` milliseconds. */
  take(who: object, patience: number): Promise<boolean> {
    return new Promise((answer) => {
      const timer = setTimeout(() => {
        this.#waiting = this.#waiting.filter((each) => each.answer !== answer);
        answer(false);
      }, patience);
      this.#waiting.push({ who, answer, timer });
      if (this.#holder === null) this.#pass();
    });
  }

  /** Ends the turn of `who`, if it has one. */
  release(who: object): void {
    if (this.#holder === who) this.#pass();
  }

  /** Removes `who` from the queue, and ends its turn. */
  leave(who: object): void {
    for (const { timer } of this.#waiting.filter((each) => each.who === who)) clearTimeout(timer);
    this.#waiting = this.#waiting.filter((each) => each.who !== who);
    this.release(who);
  }

  close(): void {
    clearTimeout(this.#held);
    for (const { timer, answer } of this.#waiting.splice(0)) {
      clearTimeout(timer);
      answer(false);
    }
  }

  #pass(): void {
    clearTimeout(this.#held);
    const next = this.#waiting.shift();
    this.#holder = next?.who ?? null;
    if (next === undefined) return;
    clearTimeout(next.timer);
    this.#held = setTimeout(() => this.#pass(), MAX_HELD);
    next.answer(true);
  }
}
