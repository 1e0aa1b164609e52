/** When indexes are used, and how much memory they may take. */
export interface IndexLimits {
  /** No index is built over fewer rows than this: reading each row is as fast. With Infinity none is built at all. */
  readonly fewRows: number;
  /**
   * Over at least this many rows, an index is built in slices between requests; until then, queries read rows or
   * columns. Over fewer it is built at once, which takes some milliseconds.
   */
  readonly manyRows: number;
  /** Testing up to this many rows is faster than building and comparing sets of rows. */
  readonly fewCandidates: number;
  /** The rows linked to one entry are stored as a bitmap if there are at least this many. */
  readonly manyLinks: number;
  /** A factor on the cost of sorting rows, compared with scanning an order. */
  readonly sortingCost: number;
  /** Bitmaps of at least this many 32-bit words are combined by SIMD instructions, if the host has them. */
  readonly simdWords: number;
  /**
   * Approximate limit of all indexes of a state together, in bytes; beyond it the least recently used ones are dropped.
   */
  readonly bytes: number;
}

export const INDEX_LIMITS: IndexLimits = {
  fewRows: 64,
  manyRows: 20_000,
  fewCandidates: 64,
  manyLinks: 512,
  sortingCost: 1,
  simdWords: 2_048,
  bytes: 1_073_741_824,
};

/** For how many rows indexes are built, and for how many in slices. */
export type IndexedRows = Pick<IndexLimits, "fewRows" | "manyRows">;
