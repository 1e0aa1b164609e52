/** Room for many bodies that clients do not take at once. */
const BLOCK = 262_144;

/**
 * Memory for bodies on their way out, one behind the other in a block. A body that the system has taken gives its place to
 * the next one, as almost all do: allocating memory for each takes longer than copying it.
 */
export class BodyMemory {
  #block = Buffer.allocUnsafeSlow(BLOCK);
  #end = 0;

  /** A copy of `bytes`, fewer than a block. */
  hold(bytes: Uint8Array): Uint8Array {
    if (this.#end + bytes.byteLength > BLOCK) {
      this.#block = Buffer.allocUnsafeSlow(BLOCK);
      this.#end = 0;
    }
    const held = this.#block.subarray(this.#end, this.#end + bytes.byteLength);
    held.set(bytes);
    this.#end += bytes.byteLength;
    return held;
  }

  /** The next body may overwrite this one, the last that was held. */
  giveBack(held: Uint8Array): void {
    this.#end = held.byteOffset;
  }
}
