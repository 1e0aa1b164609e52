/** Bytes of request bodies that one listener holds at the same time, over all its connections. */
export class BodyBudget {
  #left: number;

  /** `bytes`: held at the same time. */
  constructor(bytes: number) {
    this.#left = bytes;
  }

  /** False: so many are too many now, and none are taken. */
  take(bytes: number): boolean {
    if (bytes > this.#left) return false;
    this.#left -= bytes;
    return true;
  }

  /** Gives back what was taken. */
  give(bytes: number): void {
    this.#left += bytes;
  }
}
