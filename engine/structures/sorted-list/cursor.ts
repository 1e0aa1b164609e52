import type { Chunks } from "./chunks.ts";

/** A point between two items of a list. Valid until the list is written to. */
export interface Cursor {
  readonly chunk: number;
  readonly index: number;
}

/** The position of the item after a point: at the end of a chunk, the first one of the next chunk. */
export function behind<T, K>(chunks: Chunks<T, K>, { chunk, index }: Cursor): Cursor {
  const length = chunks.at(chunk)?.items.length ?? 0;
  return index < length ? { chunk, index } : { chunk: chunk + 1, index: 0 };
}

/** Whether no item lies between the second point and the first. */
export function isAtOrBefore<T, K>(chunks: Chunks<T, K>, cursor: Cursor, other: Cursor): boolean {
  if (cursor.chunk <= other.chunk) return cursor.chunk < other.chunk || cursor.index <= other.index;
  const items = chunks.at(other.chunk)?.items.length ?? 0;
  return cursor.chunk === other.chunk + 1 && cursor.index === 0 && other.index >= items;
}
