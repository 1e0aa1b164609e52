/** Something that has items. */
interface Filled {
  readonly items: readonly unknown[];
}

/** How many items stand before each chunk of a list: counted when asked for, as far as the chunks have changed since. */
export class ChunkStarts {
  #starts: number[] = [0];

  /** Number of items before a chunk; before the one that there is not any more, of all. */
  before(chunks: readonly Filled[], number: number): number {
    const starts = this.#starts;
    for (let at = starts.length; at <= number; at++) {
      starts.push((starts[at - 1] ?? 0) + (chunks[at - 1]?.items.length ?? 0));
    }
    return starts[number] ?? 0;
  }

  /** Number of the chunk in which the item with this number stands, from a chunk on. */
  chunkWith(chunks: readonly Filled[], number: number, from: number): number {
    let low = from;
    let high = chunks.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.before(chunks, middle) <= number) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  /** To be called when the number of items in a chunk changes, or the chunks behind it do. */
  forget(changed: number): void {
    if (this.#starts.length > changed + 1) this.#starts.length = changed + 1;
  }
}
