/** Something that a read waits for while it is built in slices. */
export interface Awaited {
  readonly isOver: boolean;
  /** The same object for all that wait for the same. */
  readonly build: object;
  /** Makes a step of a few milliseconds towards it. */
  step(): void;
  /** Nobody waits for it any more: drops it, unless it is of use to others. */
  cancel(): void;
}

/**
 * Thrown by a read that would scan many rows at once. The missing index is built in steps, and then the read runs again
 * from its start: the whole answer comes from the state of its last run.
 */
export class Suspension extends Error {
  readonly #awaited: readonly Awaited[];

  constructor(awaited: readonly Awaited[]) {
    super("The read waits for indexes that are being built");
    this.#awaited = awaited;
  }

  /** Whether the read should be run again. */
  get isOver(): boolean {
    return this.#next === undefined;
  }

  /** Makes a step of a few milliseconds; does nothing once it is over. */
  step(): void {
    this.#next?.step();
  }

  /** The read is not run again: drops what none of some others waits for. */
  cancel(others: readonly Suspension[]): void {
    for (const each of this.#awaited) if (!others.some((other) => other.#waitsFor(each))) each.cancel();
  }

  #waitsFor({ build }: Awaited): boolean {
    return this.#awaited.some((own) => own.build === build);
  }

  get #next(): Awaited | undefined {
    return this.#awaited.find(({ isOver }) => !isOver);
  }
}
