import type { Chunks } from "./chunks.ts";
import { behind, type Cursor } from "./cursor.ts";

/** So many items are looked at one by one before a point is searched for. */
const MAX_LINEAR_STEPS = 8;

/** Whether the items with a key come before a point that is sought: true for a beginning of all items only. */
type IsBefore<K> = (key: K) => boolean;

/** The point before the first item that is not before what is sought; `from`: one that does not lie behind it. */
export function seek<T, K>(chunks: Chunks<T, K>, isBefore: IsBefore<K>, from?: Cursor): Cursor {
  const near = from === undefined ? null : seekNear(chunks, isBefore, from);
  if (near !== null) return near;
  const chunk = firstFrom(chunks.lasts, isBefore);
  return { chunk, place: firstFrom(chunks.keys(chunk), isBefore) };
}

/** The point before so many items that end at a point and have keys that pass: at most `most`, none before `from`. */
export function stepBack<T, K>(
  chunks: Chunks<T, K>,
  end: Cursor,
  from: Cursor,
  most: number,
  passes: (key: K) => boolean,
): Cursor {
  let { chunk, place } = end;
  let keys = chunks.keys(chunk);
  for (let steps = 0; steps < most; steps++) {
    if (place === 0 && chunk > 0) {
      keys = chunks.keys(--chunk);
      place = keys.length;
    }
    if (chunk < from.chunk || (chunk === from.chunk && place <= from.place)) return from;
    if (!passes(keys[place - 1] as K)) break;
    place--;
  }
  return { chunk, place };
}

/** The same as `seek` among the next few items; null when the point lies behind them. */
function seekNear<T, K>(chunks: Chunks<T, K>, isBefore: IsBefore<K>, from: Cursor): Cursor | null {
  let { chunk, place } = behind(chunks, from);
  let keys = chunks.keys(chunk);
  for (let steps = 0; steps < MAX_LINEAR_STEPS && chunk < chunks.length; steps++) {
    if (!isBefore(keys[place] as K)) return { chunk, place };
    place++;
    if (place < keys.length) continue;
    keys = chunks.keys(++chunk);
    place = 0;
  }
  return chunk < chunks.length ? null : { chunk, place: 0 };
}

/** The number of the first key that is not before what is sought. */
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
