import { LruMap } from "../../../structures/lru-map.ts";
import type { PagedBitmap } from "../../../structures/paged/paged-bitmap.ts";
import type { Row } from "../../../values/row.ts";
import type { LiveColumn } from "../live-column.ts";

/** How many sets are cached. */
const MAX_KEPT = 64;

/** The slots whose value in a column meets a condition. */
export interface ColumnSet {
  readonly column: LiveColumn;
  readonly set: PagedBitmap;
  /** Whether a row meets the condition. */
  test(row: Row): boolean;
}

/** Sets of rows by conditions on columns, which changes keep up to date: an LRU cache. */
export class ColumnSets {
  readonly #kept = new LruMap<ColumnSet>(MAX_KEPT);

  /** The set of a condition, if it is cached. */
  use(name: string): PagedBitmap | null {
    return this.#kept.use(name)?.set ?? null;
  }

  keep(name: string, set: ColumnSet): void {
    this.#kept.keep(name, set);
  }

  /** A row was added, removed or replaced; null stands for none. */
  change(before: Row | null, after: Row | null): void {
    const slot = (after ?? before)?.slot ?? -1;
    for (const [, { set, test }] of this.#kept.entries()) {
      if (after !== null && test(after)) set.add(slot);
      else set.delete(slot);
    }
  }

  /** Drops the sets of all columns but these. */
  keepOnly(columns: ReadonlySet<LiveColumn>): void {
    for (const [name, { column }] of this.#kept.entries()) if (!columns.has(column)) this.#kept.delete(name);
  }
}
