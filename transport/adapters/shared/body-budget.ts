/** Bytes of request bodies that one listener holds at a time, over all its connections. */
export class BodyBudget {
  #left: number;

  /** `bytes`: maximum held at a time. */
  constructor(bytes: number) {
    this.#left = bytes;
  }

  /** False: the budget does not have so many left, and none are taken. */
  take(bytes: number): boolean {
    if (bytes > this.#left) return false;
    this.#left -= bytes;
    return true;
  }

  /** Returns bytes to the budget. */
  give(bytes: number): void {
    this.#left += bytes;
  }
}
