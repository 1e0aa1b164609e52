import type { Owner } from "../paged/owner.ts";
import type { PagedArray } from "../paged/paged-array.ts";
import { PagedBits } from "../paged/paged-bits.ts";
import type { Row } from "../state/row.ts";
import type { IndexBudget } from "./index-budget.ts";
import { ManyValuedIndex, type RowValues } from "./many-valued-index.ts";
import { NumberedSlots } from "./numbered-slots.ts";
import { type IndexOrder, OrderedIndex } from "./ordered-index.ts";
import { TextIndex, type TextLimits } from "./text-index.ts";
import type { RowText } from "./text-pages.ts";

/** One of the indexes, with the number of the question that last used it: infinite for one that is never dropped. */
interface Kept<T> {
  readonly index: T;
  lastUse: number;
}

/** The indexes of one space: built when a query first wants them, kept in step with every change after. */
export class IndexSet {
  readonly #owner: Owner;
  readonly #fewRows: number;
  readonly #budget: IndexBudget;
  readonly #rows: PagedArray<Row>;
  readonly #ordered = new Map<string, Kept<OrderedIndex>>();
  /** Rows that have something in common that is not in them: a link, or how their document stands. */
  readonly #sets = new Map<string, Kept<PagedBits>>();
  /** By the end of a relation at which rows are linked. */
  readonly #links = new Map<string, Kept<NumberedSlots>>();
  readonly #manyValued = new Map<string, Kept<ManyValuedIndex>>();
  readonly #texts = new Map<string, Kept<TextIndex>>();

  /** `fewRows`: no index is built over fewer rows than this; Infinity builds none at all. */
  constructor(owner: Owner, fewRows: number, budget: IndexBudget, rows: PagedArray<Row>) {
    this.#owner = owner;
    this.#fewRows = fewRows;
    this.#budget = budget;
    this.#rows = rows;
  }

  /** Whether none is kept. */
  get isEmpty(): boolean {
    return [this.#ordered, this.#manyValued, this.#sets, this.#links, this.#texts].every(({ size }) => size === 0);
  }

  /** The index in an order. Null where there are too few rows for one to be of use. */
  ordered(order: IndexOrder, count: number): OrderedIndex | null {
    const known = this.#ordered.get(order.name);
    if (known !== undefined) return this.#used(known);
    if (count < this.#fewRows) return null;
    const index = OrderedIndex.build(this.#owner, order, this.#rows);
    this.#keep(this.#ordered, order.name, index);
    return index;
  }

  /** The index in an order of this name, where it is kept. */
  keptOrder(name: string): OrderedIndex | null {
    const known = this.#ordered.get(name);
    return known === undefined ? null : this.#used(known);
  }

  /** The index by values of which a row has several. Null where there are too few rows for one to be of use. */
  manyValued(values: RowValues, count: number): ManyValuedIndex | null {
    const known = this.#manyValued.get(values.name);
    if (known !== undefined) return this.#used(known);
    if (count < this.#fewRows) return null;
    const index = ManyValuedIndex.build(this.#owner, values, this.#rows);
    this.#keep(this.#manyValued, values.name, index);
    return index;
  }

  /** Builds the index in an order however few rows there are, never to be dropped. */
  declare(order: IndexOrder): void {
    const index = this.#ordered.get(order.name)?.index ?? OrderedIndex.build(this.#owner, order, this.#rows);
    this.#ordered.set(order.name, { index, lastUse: Number.POSITIVE_INFINITY });
  }

  /** The set of this name; `slots` gives what is in it where it is not kept yet. It is not to be changed. */
  set(name: string, slots: () => Iterable<number>): PagedBits {
    const known = this.#sets.get(name);
    if (known !== undefined) return this.#used(known);
    const bits = new PagedBits(this.#owner);
    for (const slot of slots()) bits.add(slot);
    this.#keep(this.#sets, name, bits);
    return bits;
  }

  /**
   * The index of links of this name; `each` gives all of them where it is not kept yet. Null where there are too few rows
   * for one to be of use. Linked rows are kept as bits where there are `many`.
   */
  links(
    name: string,
    count: number,
    many: number,
    each: (visit: (far: number, slot: number) => void) => void,
  ): NumberedSlots | null {
    const known = this.#links.get(name);
    if (known !== undefined) return this.#used(known);
    if (count < this.#fewRows) return null;
    const index = NumberedSlots.build(this.#owner, many, each);
    this.#keep(this.#links, name, index);
    return index;
  }

  /** Whether the set of this name is kept. */
  has(name: string): boolean {
    return this.#sets.has(name);
  }

  /** Whether there are sets, or indexes of links, that have to be told of changes. */
  get keepsSets(): boolean {
    return this.#sets.size > 0 || this.#links.size > 0;
  }

  /** The index of a text. */
  text(text: RowText): TextIndex {
    const known = this.#texts.get(text.name);
    if (known !== undefined) return this.#used(known);
    const index = new TextIndex(this.#owner, this.#rows, text, textLimits(this.#fewRows, this.#budget));
    this.#texts.set(text.name, { index, lastUse: this.#budget.use() });
    return index;
  }

  /** Takes in a row. */
  add(row: Row): void {
    for (const { index } of this.#ordered.values()) index.add(row);
    for (const { index } of this.#manyValued.values()) index.add(row);
    for (const { index } of this.#texts.values()) index.replace(row.slot, null, row);
  }

  /** Lets go of a row. */
  remove(row: Row): void {
    for (const { index } of this.#ordered.values()) index.remove(row);
    for (const { index } of this.#manyValued.values()) index.remove(row);
    for (const { index } of this.#texts.values()) index.replace(row.slot, row, null);
  }

  /** Takes in a row for another one in the same slot: what is alike in both stays as it is. */
  replace(before: Row, after: Row): void {
    for (const { index } of this.#ordered.values()) index.replace(before, after);
    for (const { index } of this.#manyValued.values()) {
      index.remove(before);
      index.add(after);
    }
    for (const { index } of this.#texts.values()) index.replace(after.slot, before, after);
  }

  /** Puts a slot into the set of this name, or takes it out, if the set is kept. */
  mark(name: string, slot: number, isIn: boolean): void {
    const kept = this.#sets.get(name);
    if (isIn) kept?.index.add(slot);
    else kept?.index.delete(slot);
  }

  /** Tells the index of links of this name, if it is kept, whether the row in a slot is linked to what has a number. */
  markLink(name: string, far: number, slot: number, isLinked: boolean): void {
    this.#links.get(name)?.index.mark(far, slot, isLinked);
  }

  /** The same indexes over the fork of their rows. */
  fork(owner: Owner, budget: IndexBudget, rows: PagedArray<Row>): IndexSet {
    const fork = new IndexSet(owner, this.#fewRows, budget, rows);
    for (const [name, { index, lastUse }] of this.#ordered) {
      fork.#ordered.set(name, { index: index.fork(owner, rows), lastUse });
    }
    for (const [name, { index, lastUse }] of this.#manyValued) {
      fork.#manyValued.set(name, { index: index.fork(owner, rows), lastUse });
    }
    for (const [name, { index, lastUse }] of this.#sets) {
      fork.#sets.set(name, { index: index.fork(owner), lastUse });
    }
    for (const [name, { index, lastUse }] of this.#links) {
      fork.#links.set(name, { index: index.fork(owner), lastUse });
    }
    for (const [name, { index, lastUse }] of this.#texts) {
      fork.#texts.set(name, { index: index.fork(owner, rows, textLimits(this.#fewRows, budget)), lastUse });
    }
    return fork;
  }

  /** Every index with what it takes in bytes, and how to do without it. */
  *costs(): Generator<{ readonly bytes: number; readonly lastUse: number; drop(): void }> {
    for (const all of [this.#ordered, this.#manyValued, this.#sets, this.#links]) {
      for (const [name, { index, lastUse }] of all) {
        yield { bytes: index.bytes, lastUse, drop: () => all.delete(name) };
      }
    }
    for (const [name, { index, lastUse }] of this.#texts) {
      const drop = () => {
        this.#texts.delete(name);
        index.forget();
      };
      yield { bytes: index.bytes, lastUse, drop };
    }
  }

  #used<T>(kept: Kept<T>): T {
    kept.lastUse = Math.max(kept.lastUse, this.#budget.use());
    return kept.index;
  }

  #keep<T>(all: Map<string, Kept<T>>, name: string, index: T): void {
    all.set(name, { index, lastUse: this.#budget.use() });
    this.#budget.keep();
  }
}

/** Words are indexed from so many times as many rows on as other things. */
const FEW_TEXTS = 64;

function textLimits(fewRows: number, budget: IndexBudget): TextLimits {
  return { rowsForWords: fewRows * FEW_TEXTS, grows: () => budget.keep() };
}
