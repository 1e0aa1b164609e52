import type { Row } from "../../values/row.ts";
import type { IndexCost } from "../index-budget.ts";
import type { PostingLists } from "../posting-lists.ts";
import type { Build } from "./build.ts";
import type { IndexDemand, MissingIndex } from "./index-demand.ts";
import { LinksBuild } from "./links-build.ts";
import { PagesBuild } from "./pages-build.ts";
import { PartBuild } from "./part-build.ts";
import { type IndexPlace, type RowIndex, RowIndexBuild, type RowIndexPlan } from "./row-index-build.ts";
import { SetBuild } from "./set-build.ts";

/** Receives finished indexes. */
export interface Finished {
  rowIndex(plan: RowIndexPlan, index: RowIndex): void;
  links(name: string, index: PostingLists): void;
}

/** A build, as the queries see it that lack its index. */
class Entry implements MissingIndex {
  readonly build: Build;
  lastUse: number;
  question: string | null = null;
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

/** Estimated bytes of an index for each row, before its build knows better. */
const ROW_BYTES = 8;

/** The builds over one space. */
export class Builds {
  readonly #place: IndexPlace;
  readonly #use: () => number;
  readonly #finished: Finished;
  readonly #entries = new Map<string, Entry>();

  /** `use` returns the number of another use of an index. */
  constructor(place: IndexPlace, use: () => number, finished: Finished) {
    this.#place = place;
    this.#use = use;
    this.#finished = finished;
  }

  get isEmpty(): boolean {
    return this.#entries.size === 0;
  }

  /** A query lacks the index of a plan, which is begun; or built at once, if the query waits for indexes. */
  wantRowIndex(plan: RowIndexPlan, demand: IndexDemand): void {
    this.want(plan.name, () => this.#rowIndexBuild(plan), demand);
  }

  /** Begins the index of a plan, which queries can do without. */
  beginRowIndex(plan: RowIndexPlan, demand: IndexDemand): void {
    this.begin(plan.name, () => this.#rowIndexBuild(plan));
    demand.later();
  }

  #rowIndexBuild(plan: RowIndexPlan): RowIndexBuild {
    return new RowIndexBuild(plan, this.#place, this.#finished.rowIndex);
  }

  /** Like `wantRowIndex` for a build that `begin` returns if there is none with this name. */
  want(name: string, begin: () => Build, demand: IndexDemand): void {
    const entry = this.begin(name, begin);
    if (demand.mode === "waits") while (this.#stepOf(entry.build));
    else demand.miss(entry);
  }

  /** The build with this name; one that `begin` returns if there is none. */
  begin(name: string, begin: () => Build): Entry {
    if (this.#entries.get(name)?.build.isStale === true) this.cancel(name);
    const known = this.#entries.get(name);
    const entry = known ?? this.#add(name, begin());
    if (known === undefined) this.#place.grows(this.#place.rows.length * ROW_BYTES);
    entry.lastUse = this.#use();
    return entry;
  }

  #add(name: string, build: Build): Entry {
    const drop = () => this.cancel(name);
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

  /** A row was added, removed or replaced; null stands for none. */
  change(before: Row | null, after: Row | null): void {
    for (const { build } of this.#entries.values()) build.change(before, after);
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

  /** Continues the builds of another space, whose rows were forked into these. */
  takeFrom(other: Builds): void {
    for (const [name, { build, lastUse }] of other.#entries) {
      const fork = this.#forkOf(build);
      if (fork !== null) this.#add(name, fork).lastUse = lastUse;
    }
  }

  /** Drops the build with this name. */
  cancel(name: string): void {
    const entry = this.#entries.get(name);
    if (entry !== undefined) entry.isOver = true;
    this.#entries.delete(name);
  }

  *costs(): Generator<IndexCost> {
    for (const [name, { build, lastUse }] of this.#entries) {
      yield { bytes: build.bytes, lastUse, drop: () => this.cancel(name) };
    }
  }

  #forkOf(build: Build): Build | null {
    if (build instanceof LinksBuild) {
      return build.fork(this.#place.owner, (index) => this.#finished.links(build.name, index));
    }
    if (build instanceof PagesBuild) return build.fork(this.#place.rows, this.#place.grows);
    if (build instanceof RowIndexBuild) return build.fork(this.#place, this.#finished.rowIndex);
    return null;
  }

  /** Returns false once the index is finished. A build that fails is dropped: the next query begins it anew. */
  #stepOf(build: Build): boolean {
    let isFinished = true;
    try {
      isFinished = build.isStale === true || build.step();
    } finally {
      if (isFinished) this.cancel(build.name);
    }
    return !isFinished;
  }
}
