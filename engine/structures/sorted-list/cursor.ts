import type { Chunks } from "./chunks.ts";

/** A point between two items of a list. Valid until the list is written to. */
export interface Cursor {
  readonly chunk: number;
  readonly index: number;
}

/** Whether no item lies between the second point and the first. */
export function isAtOrBefore<T, K>(chunks: Chunks<T, K>, cursor: Cursor, other: Cursor): boolean {
  if (cursor.chunk <= other.chunk) return cursor.chunk < other.chunk || cursor.index <= other.index;
  const items = chunks.at(other.chunk)?.items.length ?? 0;
  return cursor.chunk === other.chunk + 1 && cursor.index === 0 && other.index >= items;
}
