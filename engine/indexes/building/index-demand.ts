/** What the queries of a state lack while indexes are built in slices. */
export class IndexDemand {
  /** The demand of queries that cannot do without indexes. */
  static readonly waiting = new IndexDemand(true);
  #waits: boolean;
  readonly #missed = new Set<string>();
  #onMiss: (() => void) | null = null;

  constructor(waits = false) {
    this.#waits = waits;
  }

  /** Whether queries wait for the indexes that they use. */
  get waits(): boolean {
    return this.#waits;
  }

  /** A query has to do without the index with this name. */
  miss(name: string): void {
    this.#missed.add(name);
    this.#onMiss?.();
  }

  /** Something that queries can do without is to be built between requests. */
  later(): void {
    this.#onMiss?.();
  }

  /** `listener` is called, in the middle of a query, whenever one lacks an index: slices should be built soon. */
  onMiss(listener: () => void): void {
    this.#onMiss = listener;
  }

  /** Runs a query; returns the names of the indexes that it lacked. */
  missedBy(query: () => void): ReadonlySet<string> {
    this.begin();
    query();
    return new Set(this.#missed);
  }

  /** Forgets what was missed: a query begins. */
  begin(): void {
    this.#missed.clear();
  }

  /** Whether the query lacked an index. */
  get isUnmet(): boolean {
    return this.#missed.size > 0;
  }

  /** Runs a query that waits for the indexes that it uses. */
  waitFor<T>(query: () => T): T {
    this.#waits = true;
    try {
      return query();
    } finally {
      this.#waits = false;
    }
  }
}
