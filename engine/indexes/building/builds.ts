import type { PagedBitmap } from "../../structures/paged/paged-bitmap.ts";
import type { Row } from "../../values/row.ts";
import type { IndexCost } from "../index-budget.ts";
import type { PostingLists } from "../posting-lists.ts";
import type { Build } from "./build.ts";
import { FirstBuild, type WantedSlots } from "./first-build.ts";
import { ColumnSets } from "./found/column-sets.ts";
import { FirstSlots } from "./found/first-slots.ts";
import type { IndexDemand, Lacking } from "./index-demand.ts";
import { LinksBuild } from "./links-build.ts";
import { type ColumnReader, LiveColumn } from "./live-column.ts";
import { PagesBuild } from "./pages-build.ts";
import { PartBuild } from "./part-build.ts";
import { type IndexPlace, type RowIndex, RowIndexBuild, type RowIndexPlan, readInto } from "./row-index-build.ts";
import { SetBuild, type SetMembers } from "./set-build.ts";
import type { Awaited } from "./suspension.ts";

/** Steps that a query makes which has to do without an index: so its like do not go on forever. */
const STEPS_OF_A_QUERY = 8;

/** Slots that one step reads. */
const READ_BLOCK = 4_096;

/** Receives finished indexes. */
export interface Finished {
  rowIndex(plan: RowIndexPlan, index: RowIndex): void;
  links(name: string, index: PostingLists): void;
}

/** A build, as the queries see it that lack its index. */
class Entry implements Lacking {
  readonly build: Build;
  lastUse: number;
  /** Whether the index is finished, or the build was dropped. */
  isOver = false;
  readonly #step: () => void;
  readonly #drop: () => void;

  /** `step` makes a step of the build, `drop` drops it. */
  constructor(build: Build, lastUse: number, step: () => void, drop: () => void) {
    this.build = build;
    this.lastUse = lastUse;
    this.#step = step;
    this.#drop = drop;
  }

  get name(): string {
    return this.build.name;
  }

  step(): void {
    if (!this.isOver) this.#step();
  }

  cancel(): void {
    if (!this.isOver && this.build.isTransient === true) this.#drop();
  }
}

/** The indexes of one space that are being built, and the columns that they are built from. */
export class Builds {
  readonly #place: IndexPlace;
  readonly #use: () => number;
  readonly #finished: Finished;
  readonly #entries = new Map<string, Entry>();
  readonly #columns = new Map<string, LiveColumn>();
  readonly #columnSets = new ColumnSets();
  readonly #firstSlots = new FirstSlots();

  /** `use` returns the number of another use of an index. */
  constructor(place: IndexPlace, use: () => number, finished: Finished) {
    this.#place = place;
    this.#use = use;
    this.#finished = finished;
  }

  get isEmpty(): boolean {
    return this.#entries.size === 0;
  }

  /**
   * A query lacks the index of a plan: builds a part of it, or all of it if queries wait for indexes. Only then it is
   * finished.
   */
  wantRowIndex(plan: RowIndexPlan, demand: IndexDemand): void {
    this.want(plan.name, () => this.#beginRowIndex(plan), demand);
  }

  #beginRowIndex(plan: RowIndexPlan, from?: RowIndexBuild): RowIndexBuild {
    const columns = plan.readers.map((reader) => this.#columnOf(reader));
    return new RowIndexBuild(plan, columns, () => this.#readBlock(columns), this.#place, this.#finished.rowIndex, from);
  }

  /** The same for a build that `begin` returns if there is none with this name. */
  want(name: string, begin: () => Build, demand: IndexDemand): void {
    const entry = this.begin(name, begin);
    if (demand.mode === "waits") {
      while (this.#stepOf(entry.build));
      return;
    }
    // Steps take time, which a query that may be suspended leaves to others.
    const most = demand.suspends ? 0 : STEPS_OF_A_QUERY;
    for (let steps = 0; steps < most; steps++) if (!this.#stepOf(entry.build)) return;
    demand.miss(entry);
  }

  /** The build with this name; one that `begin` returns if there is none. */
  begin(name: string, begin: () => Build): Entry {
    if (this.#entries.get(name)?.build.isStale === true) this.#drop(name);
    const known = this.#entries.get(name);
    const entry = known ?? this.#add(name, begin());
    if (known === undefined) this.#place.grows();
    entry.lastUse = this.#use();
    return entry;
  }

  #add(name: string, build: Build): Entry {
    const drop = () => this.#drop(name);
    const entry = new Entry(build, this.#use(), () => this.#stepOf(build), drop);
    this.#entries.set(name, entry);
    return entry;
  }

  /** An index lacks a part: its steps are made between requests, until one returns true. */
  later(name: string, step: () => boolean): void {
    if (!this.#entries.has(name)) this.#add(name, new PartBuild(name, step));
  }

  /** Makes a step for one of the indexes; false if there is nothing to build. */
  step(): boolean {
    for (const { build } of this.#entries.values()) {
      this.#stepOf(build);
      return true;
    }
    return false;
  }

  /** The building of the index with this name; null if it is not being built. */
  rowIndexBuild(name: string): RowIndexBuild | null {
    const build = this.#entries.get(name)?.build;
    return build instanceof RowIndexBuild ? build : null;
  }

  /** Reads all rows into these columns of a build; ends a query that may be suspended until they are read in slices. */
  readColumns(build: RowIndexBuild, own: readonly LiveColumn[], demand: IndexDemand): void {
    const entry = this.#entries.get(build.name);
    if (demand.suspends && entry?.build === build && !build.hasColumns) demand.suspend([columnsOf(entry, build)]);
    while (!this.#readBlock(own));
  }

  /**
   * Reads the next block of rows into these columns, and into all others that lack them and do not need whole rows: each row
   * is somewhere else in memory. Returns true once all are read.
   */
  #readBlock(own: readonly LiveColumn[]): boolean {
    const { rows } = this.#place;
    const from = Math.min(...own.map(({ length }) => length));
    const until = Math.min(rows.length, from + READ_BLOCK);
    const lackThem = ({ length }: LiveColumn) => length >= from && length < until;
    const others = [...this.#columns.values()].filter((column) => column.reader.parts !== null && lackThem(column));
    readInto([...new Set([...own, ...others])], rows, from, until);
    return until === rows.length;
  }

  /** The slots whose value in a column meets a condition, if they were found. */
  knownSet(column: LiveColumn, condition: string): PagedBitmap | null {
    return this.#columnSets.use(columnSetName(column, condition));
  }

  /** Ends a query that may be suspended until the slots whose value in a column passes the test of a condition are found. */
  findSet(column: LiveColumn, condition: string, passes: (value: unknown) => boolean, demand: IndexDemand): never {
    const name = columnSetName(column, condition);
    const test = (row: Row): boolean => passes(column.reader.read(row));
    const members: SetMembers = {
      each: (from, until, add) => {
        while (column.length < until && !this.#readBlock([column]));
        const { values } = column;
        for (let slot = from; slot < until; slot++) {
          const value = values.get(slot);
          if (value !== undefined && passes(value)) add(slot);
        }
      },
      isCurrent: () => this.#columns.get(column.reader.name) === column,
      test,
    };
    const { owner, rows } = this.#place;
    const own = `rows by ${name}`;
    const finish = (set: PagedBitmap) => this.#columnSets.keep(name, { column, set, test });
    return demand.suspend([this.begin(own, () => new SetBuild(own, owner, rows, members, finish))]);
  }

  /**
   * The first slots of a bitmap in an order; suspends the query until they are known. Where rows are changed meanwhile, it
   * waits for the indexes that it lacks.
   */
  firstSlots(name: string, wanted: WantedSlots, demand: IndexDemand): readonly number[] {
    const known = this.#firstSlots.take(name, wanted.words);
    if (known !== undefined) return known ?? demand.suspend();
    const begin = () => {
      // The words are memory of the query.
      const words = wanted.words.slice();
      return new FirstBuild(name, { ...wanted, words }, (slots) => this.#firstSlots.keep(name, { words, slots }));
    };
    return demand.suspend([this.begin(name, begin)]);
  }

  /** A row was added, removed or replaced; null stands for none. */
  change(before: Row | null, after: Row | null): void {
    if (this.#entries.size === 0) return;
    const slot = (after ?? before)?.slot ?? -1;
    for (const column of this.#columns.values()) column.change(slot, after);
    this.#columnSets.change(before, after);
    this.#firstSlots.change();
    for (const { build } of this.#entries.values()) build.change(before, after);
  }

  /** A query has found what it asked for without what is being built under this name. */
  doneWithout(name: string, demand: IndexDemand): void {
    const build = this.#entries.get(name)?.build;
    if (build !== undefined) demand.doneWithout(build);
  }

  /** Whether something with this name is being built. */
  has(name: string): boolean {
    return this.#entries.has(name);
  }

  /** A slot is in a set, or no longer. */
  markSet(name: string, slot: number, isIn: boolean): void {
    const build = this.#entries.get(name)?.build;
    if (build instanceof SetBuild) build.mark(slot, isIn);
  }

  /** A slot is linked to a document, or no longer. */
  markLink(name: string, far: number, slot: number, isLinked: boolean): void {
    const build = this.#entries.get(name)?.build;
    if (build instanceof LinksBuild) build.mark(far, slot, isLinked);
  }

  /** Whether links or members of sets are being read, so that changes of them must be told. */
  get areMarked(): boolean {
    for (const { build } of this.#entries.values()) {
      if (build instanceof LinksBuild || build instanceof SetBuild) return true;
    }
    return false;
  }

  /** Goes on with the builds of another space, of which the rows here are a fork. */
  takeFrom(other: Builds): void {
    for (const [name, column] of other.#columns) this.#columns.set(name, column.fork(this.#place.rows));
    for (const [name, { build, lastUse }] of other.#entries) {
      const fork = this.#forkOf(build);
      if (fork !== null) this.#add(name, fork).lastUse = lastUse;
    }
    this.#dropColumns();
  }

  /** The index with this name is not wanted any more. */
  cancel(name: string): void {
    this.#drop(name);
  }

  *costs(): Generator<IndexCost> {
    for (const [name, { build, lastUse }] of this.#entries) {
      yield { bytes: build.bytes, lastUse, drop: () => this.#drop(name) };
    }
  }

  #forkOf(build: Build): Build | null {
    if (build instanceof LinksBuild) {
      return build.fork(this.#place.owner, (index) => this.#finished.links(build.name, index));
    }
    if (build instanceof PagesBuild) return build.fork(this.#place.rows, () => this.#place.grows());
    if (!(build instanceof RowIndexBuild)) return null;
    return this.#beginRowIndex(build.plan, build);
  }

  #columnOf(reader: ColumnReader): LiveColumn {
    let column = this.#columns.get(reader.name);
    if (column === undefined) {
      column = new LiveColumn(reader, this.#place.rows);
      this.#columns.set(reader.name, column);
    }
    return column;
  }

  /** Returns false once the index is finished. A build that fails is dropped: the next query begins it anew. */
  #stepOf(build: Build): boolean {
    let isFinished = true;
    try {
      isFinished = build.isStale === true || build.step();
    } finally {
      if (isFinished) this.#drop(build.name);
    }
    return !isFinished;
  }

  #drop(name: string): void {
    const entry = this.#entries.get(name);
    if (entry !== undefined) entry.isOver = true;
    this.#entries.delete(name);
    this.#dropColumns();
  }

  /** Drops the columns that no build needs. */
  #dropColumns(): void {
    const needed = new Set<LiveColumn>();
    for (const { build } of this.#entries.values()) {
      if (build instanceof RowIndexBuild) for (const column of build.columns) needed.add(column);
    }
    for (const [name, column] of this.#columns) if (!needed.has(column)) this.#columns.delete(name);
    this.#columnSets.keepOnly(needed);
    if (needed.size === 0) this.#firstSlots.clear();
  }
}

/** The columns of an index that is being built. */
function columnsOf(entry: Entry, build: RowIndexBuild): Awaited {
  return {
    get isOver() {
      return entry.isOver || build.hasColumns;
    },
    build,
    step: () => entry.step(),
    cancel: () => entry.cancel(),
  };
}

/** Unique among the sets of the same rows. */
function columnSetName(column: LiveColumn, condition: string): string {
  return `${column.reader.name} ${condition}`;
}
