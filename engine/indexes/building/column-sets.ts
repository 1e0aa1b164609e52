import type { PagedBitmap } from "../../structures/paged/paged-bitmap.ts";
import type { Row } from "../../values/row.ts";
import type { LiveColumn } from "./live-column.ts";

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
  readonly #kept = new Map<string, ColumnSet>();

  /** The set of a condition, if it is cached. */
  use(name: string): PagedBitmap | null {
    const known = this.#kept.get(name);
    if (known === undefined) return null;
    this.#kept.delete(name);
    this.#kept.set(name, known);
    return known.set;
  }

  keep(name: string, set: ColumnSet): void {
    this.#kept.set(name, set);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > MAX_KEPT && oldest !== undefined) this.#kept.delete(oldest);
  }

  /** A row was added, removed or replaced; null stands for none. */
  change(before: Row | null, after: Row | null): void {
    const slot = (after ?? before)?.slot ?? -1;
    for (const { set, test } of this.#kept.values()) {
      if (after !== null && test(after)) set.add(slot);
      else set.delete(slot);
    }
  }

  /** Drops the sets of all columns but these. */
  keepOnly(columns: ReadonlySet<LiveColumn>): void {
    for (const [name, { column }] of this.#kept) if (!columns.has(column)) this.#kept.delete(name);
  }
}
