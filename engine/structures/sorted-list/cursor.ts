import type { Chunks } from "./chunks.ts";

/** A point between two items of a list. Valid until the list is written to. */
export interface Cursor {
  readonly chunk: number;
  readonly place: number;
}

/** The position of the item after a point: at the end of a chunk, the first one of the next chunk. */
export function behind<T, K>(chunks: Chunks<T, K>, { chunk, place }: Cursor): Cursor {
  const length = chunks.at(chunk)?.items.length ?? 0;
  return place < length ? { chunk, place } : { chunk: chunk + 1, place: 0 };
}

/** Whether no item lies between the second point and the first. */
export function isAtOrBefore<T, K>(chunks: Chunks<T, K>, cursor: Cursor, other: Cursor): boolean {
  if (cursor.chunk <= other.chunk) return cursor.chunk < other.chunk || cursor.place <= other.place;
  const items = chunks.at(other.chunk)?.items.length ?? 0;
  return cursor.chunk === other.chunk + 1 && cursor.place === 0 && other.place >= items;
}
