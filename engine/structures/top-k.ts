/**
 * Top-k with a bounded heap: returns the first `count` items in order, like a full sort followed by a cut; `compare`
 * must not return 0. The heap holds the best items so far with the worst on top, so most other items cost one
 * comparison.
 */
export function topK<T>(items: readonly T[], compare: (left: T, right: T) => number, count: number): readonly T[] {
  if (count * 4 > items.length) return [...items].sort(compare);
  const heap = items.slice(0, count);
  for (let at = (count >> 1) - 1; at >= 0; at--) sink(heap, compare, at);
  for (let at = count; at < items.length; at++) {
    const item = items[at] as T;
    if (count === 0 || compare(item, heap[0] as T) >= 0) continue;
    heap[0] = item;
    sink(heap, compare, 0);
  }
  return heap.sort(compare);
}

function sink<T>(heap: T[], compare: (left: T, right: T) => number, from: number): void {
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
