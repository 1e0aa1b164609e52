import type { BuildSignals } from "./build-signals.ts";
import { type Awaited, Suspension } from "./suspension.ts";

/** An index that a query lacks. */
export interface MissingIndex extends Awaited {
  readonly name: string;
  /** The first question that lacked it; null if none has yet. */
  question: string | null;
}

/**
 * How a query gets on without an index that is being built, where it would read many rows:
 *
 * - `without`: the first one reads them, others build the index at once;
 * - `suspends`: it ends with a Suspension, until the rows are read in slices for the first one, or the index is there for others;
 * - `waits`: it builds each index at once, however few rows it would read.
 */
export type DemandMode = "without" | "waits" | "suspends";

/** A query is suspended over one in two to this power of the rows that others read at once. */
const SUSPENDED_SHIFT = 3;

/** The indexes that one read lacks while they are built in slices: the query that it runs at the time asks for them. */
export class IndexDemand {
  readonly #signals: BuildSignals | null;
  readonly #maySuspend: boolean;
  #mode: DemandMode;
  #asked: object = {};
  #question: string | null = null;
  /** Each as often as the query asked for it. */
  readonly #lacking: MissingIndex[] = [];
  readonly #whenDone: (() => void)[] = [];
  /** Rows that were indexed, and pages of texts that were joined, at once for the query. */
  #indexedAtOnce = 0;
  #joinedAtOnce = 0;

  /** `maySuspend`: whether a Suspension may end a query of the read where it would take long. */
  constructor(signals: BuildSignals | null, maySuspend: boolean, mode: DemandMode = "without") {
    this.#signals = signals;
    this.#maySuspend = maySuspend;
    this.#mode = mode;
  }

  /** The demand of queries that cannot do without indexes. */
  static waiting(): IndexDemand {
    return new IndexDemand(null, false, "waits");
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
   * by reading them at once.
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
    if (this.#joinedAtOnce + pages > most) return false;
    this.#joinedAtOnce += pages;
    return true;
  }

  /** A query lacks an index. */
  miss(index: MissingIndex): void {
    index.question ??= this.question;
    this.#lacking.push(index);
    this.#signals?.miss();
  }

  /** Something that queries can do without is to be built between requests. */
  later(): void {
    this.#signals?.miss();
  }

  /** `note` is called when the query is done: not if it is suspended, as it is run again then. */
  whenDone(note: () => void): void {
    this.#whenDone.push(note);
  }

  /** The query is done. */
  done(): void {
    for (const note of this.#whenDone) note();
  }

  /** Plans a query that is not suspended; returns the names of the indexes that it lacks. */
  missedBy(asked: object, plan: () => void): ReadonlySet<string> {
    this.begin(asked);
    plan();
    return new Set(this.#lacking.map(({ name }) => name));
  }

  /**
   * A query begins, or goes on with the rows of another locale: forgets the indexes that were missed. `asked` is plain
   * data that is equal for equal questions.
   */
  begin(asked: object, goesOn = false): void {
    if (!goesOn) this.#indexedAtOnce = this.#joinedAtOnce = 0;
    this.#asked = asked;
    this.#question = null;
    this.#lacking.length = 0;
    this.#whenDone.length = 0;
    this.#mode = this.#maySuspend && this.#signals?.maySuspend === true ? "suspends" : "without";
  }

  /** The query has ended: the rest of the read does without indexes. */
  end(): void {
    this.#mode = "without";
  }

  /** Whether the query lacked an index. */
  get isUnmet(): boolean {
    return this.#lacking.length > 0;
  }

  /** A query that is not suspended reads many rows at once: throws unless it may. */
  scansMany(): void {
    if (!this.mayScan) throw new Error("The query needs its indexes");
  }

  /** Ends a query that may be suspended until `scan` has read rows in slices, or else the first index is there that it lacks. */
  suspendForScan(scan: () => Awaited): never {
    return this.suspend(this.mayScan ? [scan()] : undefined);
  }

  /** Whether no index is to be awaited, or the question is the first that lacked one: scans are as few as indexes. */
  get mayScan(): boolean {
    return !this.isUnmet || this.#lacking.some(({ question }) => question === this.question);
  }

  /** Ends a query that may be suspended until the index with this name is there, if it lacks it. */
  awaitIndex(name: string): void {
    const index = this.#lacking.find((each) => each.name === name);
    if (this.suspends && index !== undefined) this.suspend([index]);
  }

  /**
   * Ends the query until something is built: the first index that it lacked unless it is given. With that one, it is planned anew
   * and may not need the others.
   */
  suspend(awaited: readonly Awaited[] = this.#lacking.slice(0, 1)): never {
    throw new Suspension(awaited);
  }

  /** Runs a query that waits for the indexes that it uses. */
  waitFor<T>(query: () => T): T {
    this.#mode = "waits";
    this.#lacking.length = 0;
    try {
      return query();
    } finally {
      this.#mode = "without";
    }
  }

  /** The text of the question. */
  get question(): string {
    this.#question ??= JSON.stringify(this.#asked);
    return this.#question;
  }
}
