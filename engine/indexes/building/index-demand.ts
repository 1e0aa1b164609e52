import { type Awaited, Suspension } from "./suspension.ts";

/** An index that a query lacks. */
export interface Lacking extends Awaited {
  readonly name: string;
}

/**
 * How a query gets on without an index that is being built:
 *
 * - `without`: it does without;
 * - `waits`: it builds the index at once;
 * - `suspends`: it ends with a Suspension, unless it takes little time without.
 */
export type DemandMode = "without" | "waits" | "suspends";

/** A query is suspended over one in two to this power of the rows that others read at once. */
const SUSPENDED_SHIFT = 3;

/** What the queries of a state lack while indexes are built in slices. */
export class IndexDemand {
  /** The demand of queries that cannot do without indexes. */
  static readonly waiting = new IndexDemand("waits");
  #mode: DemandMode;
  #maySuspend = true;
  /** Each as often as the query asked for it. */
  readonly #lacking: Lacking[] = [];
  /** Those that the query has found no way around. */
  readonly #needed: Lacking[] = [];
  readonly #whenDone: (() => void)[] = [];
  #onMiss: (() => void) | null = null;
  /** Rows that the query has found without the indexes that it lacks. */
  #foundWithout = 0;
  /** Rows that were indexed, and pages of texts that were joined, at once for the query. */
  #indexedAtOnce = 0;
  #joinedAtOnce = 0;

  constructor(mode: DemandMode = "without") {
    this.#mode = mode;
  }

  get mode(): DemandMode {
    return this.#mode;
  }

  /** Whether a query that would take long is to end. */
  get suspends(): boolean {
    return this.#mode === "suspends";
  }

  /**
   * Whether so many rows are read in slices, where `manyRows` is the limit of queries that are not suspended: these pay for it
   * by doing without.
   */
  areMany(rows: number, manyRows: number): boolean {
    return rows >= (this.suspends ? manyRows >> SUSPENDED_SHIFT : manyRows);
  }

  /**
   * Whether an index of so many rows is built at once for the query. A query that reads many locales has indexes in each, which
   * count together.
   */
  indexesAtOnce(rows: number, manyRows: number): boolean {
    if (this.areMany(rows + this.#indexedAtOnce, manyRows)) return false;
    this.#indexedAtOnce += rows;
    return true;
  }

  /** Whether so many pages of texts are joined at once, of `most` in all. */
  joinsAtOnce(pages: number, most: number): boolean {
    this.#joinedAtOnce += pages;
    return !this.suspends || this.#joinedAtOnce <= most;
  }

  /** Whether a query is suspended until so many rows are read in slices. */
  suspendsOver(rows: number, manyRows: number): boolean {
    return this.suspends && this.areMany(rows, manyRows);
  }

  /** A query lacks an index. */
  miss(index: Lacking): void {
    this.#lacking.push(index);
    this.#needed.push(index);
    this.#onMiss?.();
  }

  /** What a query asked for once of an index that is being built is known without it. */
  doneWithout(build: object): void {
    const at = this.#needed.findIndex((index) => index.build === build);
    if (at !== -1) this.#needed.splice(at, 1);
  }

  /** Something that queries can do without is to be built between requests. */
  later(): void {
    this.#onMiss?.();
  }

  /** `note` is called when the query is done: not if it is suspended, as it is run again then. */
  whenDone(note: () => void): void {
    this.#whenDone.push(note);
  }

  /** The query is done. */
  done(): void {
    for (const note of this.#whenDone) note();
  }

  /** `listener` is called, in the middle of a query, whenever one lacks an index: slices should be built soon. */
  onMiss(listener: () => void): void {
    this.#onMiss = listener;
  }

  /** Runs a query; returns the names of the indexes that it lacked. */
  missedBy(query: () => void): ReadonlySet<string> {
    this.begin(false);
    query();
    return new Set(this.#lacking.map(({ name }) => name));
  }

  /** A query begins, or goes on with the rows of another locale: forgets what was missed. */
  begin(maySuspend: boolean, goesOn = false): void {
    if (!goesOn) this.#indexedAtOnce = this.#joinedAtOnce = 0;
    this.#lacking.length = 0;
    this.#needed.length = 0;
    this.#whenDone.length = 0;
    this.#foundWithout = 0;
    this.#mode = maySuspend && this.#maySuspend ? "suspends" : "without";
  }

  /** The query has ended. What else asks for indexes does without. */
  end(): void {
    this.#mode = "without";
  }

  /** Whether the query lacked an index. */
  get isUnmet(): boolean {
    return this.#lacking.length > 0;
  }

  /** So many rows were found without an index. If these are too many by now, a query that lacks it ends until it is built. */
  found(rows: number, most: number): void {
    this.#foundWithout += rows;
    if (this.suspends && this.isUnmet && this.#foundWithout > most) this.suspend();
  }

  /** Ends the query until something is built: what it lacked and needs, or else all that it lacked. */
  suspend(awaited: readonly Awaited[] = this.#needed.length > 0 ? [...this.#needed] : [...this.#lacking]): never {
    throw new Suspension(awaited);
  }

  /** Runs a query that waits for the indexes that it uses. */
  waitFor<T>(query: () => T): T {
    this.#mode = "waits";
    try {
      return query();
    } finally {
      this.#mode = "without";
    }
  }

  /** Runs queries that are not suspended. */
  withoutSuspension<T>(queries: () => T): T {
    this.#maySuspend = false;
    try {
      return queries();
    } finally {
      this.#maySuspend = true;
    }
  }
}
