/**
 * The members of a list, or of an object by name, that are made anew by each iteration: a large one is never in memory
 * as a whole.
 */
export class LazyMembers implements Iterable<readonly [string, unknown]> {
  readonly isList: boolean;
  /** Whether every member is an object. */
  readonly areRecords: boolean;
  readonly #iterate: () => Iterator<readonly [string, unknown]>;

  constructor(
    traits: { readonly isList: boolean; readonly areRecords: boolean },
    iterate: () => Iterator<readonly [string, unknown]>,
  ) {
    this.isList = traits.isList;
    this.areRecords = traits.areRecords;
    this.#iterate = iterate;
  }

  /** Members of a list are named by their indexes. */
  [Symbol.iterator](): Iterator<readonly [string, unknown]> {
    return this.#iterate();
  }

  /** The list or object itself. */
  whole(): unknown {
    return this.isList ? [...this].map(([, member]) => member) : Object.fromEntries(this);
  }
}

/** A value with all of its members in memory. */
export function wholeOf(value: unknown): unknown {
  return value instanceof LazyMembers ? value.whole() : value;
}
