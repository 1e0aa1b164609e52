import type { Owner } from "../paged/owner.ts";
import type { Row } from "../state/row.ts";
import { type IndexedField, OrderedIndex } from "./ordered-index.ts";

/** Below this number of rows looking at each of them is as quick as any index. */
export const FEW_ROWS = 64;

/** The indexes of one space: built when a query first wants them, kept in step with every change after. */
export class IndexSet {
  readonly #owner: Owner;
  readonly #fewRows: number;
  readonly #ordered: Map<string, OrderedIndex>;

  /** `fewRows`: no index is built over fewer rows than this; Infinity builds none at all. */
  constructor(owner: Owner, fewRows: number, ordered = new Map<string, OrderedIndex>()) {
    this.#owner = owner;
    this.#fewRows = fewRows;
    this.#ordered = ordered;
  }

  /** The index over a field. Null where there are too few rows for one to be of use. */
  ordered(field: IndexedField, rows: Iterable<Row>, count: number): OrderedIndex | null {
    const known = this.#ordered.get(field.name);
    if (known !== undefined || count < this.#fewRows) return known ?? null;
    const built = OrderedIndex.build(this.#owner, field, rows);
    this.#ordered.set(field.name, built);
    return built;
  }

  change(before: Row | null, after: Row | null): void {
    for (const index of this.#ordered.values()) {
      if (before !== null) index.remove(before);
      if (after !== null) index.add(after);
    }
  }

  fork(owner: Owner): IndexSet {
    return new IndexSet(
      owner,
      this.#fewRows,
      new Map([...this.#ordered].map(([name, index]) => [name, index.fork(owner)])),
    );
  }
}
