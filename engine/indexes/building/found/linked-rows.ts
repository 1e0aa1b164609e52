import { LruMap } from "../../../structures/lru-map.ts";
import type { PagedBitmap } from "../../../structures/paged/paged-bitmap.ts";
import { areEqualBits } from "../../slot-set.ts";

/** How many results are kept. */
const MAX_KEPT = 16;

/** The rows that are linked to some far rows. */
export interface LinkedRows {
  readonly slots: PagedBitmap;
  /** What it took to find them, in the unit of the work budget. */
  readonly work: number;
}

/** The rows that are linked to the far rows in a bitmap; null if a row or link has changed while they were looked for. */
interface Found {
  readonly far: Int32Array;
  readonly revision: number;
  readonly rows: LinkedRows | null;
}

/** Rows by the far rows that they are linked to, found in slices: an LRU cache. */
export class LinkedRowsCache {
  readonly #kept = new LruMap<Found>(MAX_KEPT);

  /** What is known of these far rows at a revision: undefined if nothing is, null if they were looked for in vain. */
  take(name: string, far: Int32Array, revision: number): LinkedRows | null | undefined {
    const known = this.#kept.use(name);
    if (known === undefined || !areEqualBits(known.far, far)) return undefined;
    if (known.rows !== null) return known.revision === revision ? known.rows : undefined;
    this.#kept.delete(name);
    return null;
  }

  keep(name: string, found: Found): void {
    this.#kept.keep(name, found);
  }
}
