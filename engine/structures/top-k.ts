type Compare<T> = (left: T, right: T) => number;

/**
 * Top-k with a bounded heap: the first `count` of the items that are offered; `compare` must not return 0. The heap holds
 * the best items so far with the worst on top, so most other items cost one comparison.
 */
export class TopK<T> {
  readonly #compare: Compare<T>;
  readonly #count: number;
  readonly #heap: T[] = [];

  constructor(compare: Compare<T>, count: number) {
    this.#compare = compare;
    this.#count = count;
  }

  offer(item: T): void {
    const heap = this.#heap;
    if (heap.length < this.#count) {
      heap.push(item);
      if (heap.length === this.#count) toHeap(heap, this.#compare);
      return;
    }
    if (this.#count === 0 || this.#compare(item, heap[0] as T) >= 0) return;
    heap[0] = item;
    sink(heap, this.#compare, 0);
  }

  /** The first ones in order. Nothing can be offered afterwards. */
  take(): readonly T[] {
    return this.#heap.sort(this.#compare);
  }
}

/** The first `count` items in order, or all of them, like a full sort followed by a cut. */
export function topK<T>(items: readonly T[], compare: Compare<T>, count: number): readonly T[] {
  if (isMost(count, items.length)) return [...items].sort(compare);
  const top = new TopK(compare, count);
  for (const item of items) top.offer(item);
  return top.take();
}

/** Whether so many of all items are wanted that sorting all is faster than a heap. */
function isMost(wanted: number, all: number): boolean {
  return wanted * 4 > all;
}

function toHeap<T>(items: T[], compare: Compare<T>): void {
  for (let at = (items.length >> 1) - 1; at >= 0; at--) sink(items, compare, at);
}

function sink<T>(heap: T[], compare: Compare<T>, from: number): void {
  let at = from;
  for (;;) {
    let worst = at;
    for (const child of [2 * at + 1, 2 * at + 2]) {
      if (child < heap.length && compare(heap[child] as T, heap[worst] as T) > 0) worst = child;
    }
    if (worst === at) return;
    [heap[at], heap[worst]] = [heap[worst] as T, heap[at] as T];
    at = worst;
  }
}
