/** From where on indexes are used, and what they may cost. */
export interface IndexLimits {
  /** No index is built over fewer rows than this: looking at each is as quick. Infinity builds none at all. */
  readonly fewRows: number;
  /** So few rows are tested sooner than sets of rows are made to be compared. */
  readonly fewCandidates: number;
  /** The rows that link to one entry are kept as a set where there are this many. */
  readonly manyLinks: number;
  /** How many times as much as usual it counts to sort rows instead of walking along an order. */
  readonly sortingCost: number;
  /** Sets of rows that have so many words of 32 bits are compared by SIMD instructions, where the host has them. */
  readonly simdWords: number;
  /** What all indexes of a state take together, roughly; beyond that those go that have not been used for longest. */
  readonly bytes: number;
}

export const INDEX_LIMITS: IndexLimits = {
  fewRows: 64,
  fewCandidates: 64,
  manyLinks: 512,
  sortingCost: 1,
  simdWords: 2_048,
  bytes: 1_073_741_824,
};
