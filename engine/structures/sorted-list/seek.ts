import type { Chunks } from "./chunks.ts";
import type { Cursor } from "./cursor.ts";

/** How many items are tried one by one before a binary search. */
const MAX_LINEAR_STEPS = 8;

/** Whether items with this key sort before the point: must be true for a prefix of the list only. */
type IsBefore<K> = (key: K) => boolean;

/** Binary search for the point before the first item whose key fails `isBefore`; `from`: a point at or before it. */
export function seek<T, K>(chunks: Chunks<T, K>, isBefore: IsBefore<K>, from?: Cursor): Cursor {
  const near = from === undefined ? null : seekNear(chunks, isBefore, from);
  if (near !== null) return near;
  const chunk = firstFrom(chunks.lasts, isBefore);
  return { chunk, index: firstFrom(chunks.keys(chunk), isBefore) };
}

/** The point before the items that end at `end` and whose keys pass: at most `most` items, none before `from`. */
export function stepBack<T, K>(
  chunks: Chunks<T, K>,
  end: Cursor,
  from: Cursor,
  most: number,
  passes: (key: K) => boolean,
): Cursor {
  let { chunk, index } = end;
  let keys = chunks.keys(chunk);
  for (let steps = 0; steps < most; steps++) {
    if (index === 0 && chunk > 0) {
      keys = chunks.keys(--chunk);
      index = keys.length;
    }
    if (chunk < from.chunk || (chunk === from.chunk && index <= from.index)) return from;
    if (!passes(keys[index - 1] as K)) break;
    index--;
  }
  return { chunk, index };
}

/** Like `seek`, among the next few items; null if the point is further on. */
function seekNear<T, K>(chunks: Chunks<T, K>, isBefore: IsBefore<K>, from: Cursor): Cursor | null {
  let { chunk, index } = from;
  let keys = chunks.keys(chunk);
  if (index >= keys.length) {
    keys = chunks.keys(++chunk);
    index = 0;
  }
  for (let steps = 0; steps < MAX_LINEAR_STEPS && chunk < chunks.length; steps++) {
    if (!isBefore(keys[index] as K)) return { chunk, index };
    index++;
    if (index < keys.length) continue;
    keys = chunks.keys(++chunk);
    index = 0;
  }
  return chunk < chunks.length ? null : { chunk, index: 0 };
}

/** The index of the first key that fails `isBefore`. */
function firstFrom<K>(keys: readonly K[], isBefore: IsBefore<K>): number {
  let low = 0;
  let high = keys.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isBefore(keys[middle] as K)) low = middle + 1;
    else high = middle;
  }
  return low;
}
