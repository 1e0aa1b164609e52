import type { State } from "../../state/state.ts";
import type { Row } from "../../values/row.ts";
import type { Layer } from "../../values/version.ts";
import type { RowRef, RowSource } from "../row-source.ts";

/** A value made from a row. */
export interface OfRow {
  readonly row: Row;
  /** Set by the cache: the state's revision at the last change of the row's type before the row was last looked at. */
  seen: number;
}

/** Of a value that is not in a cache yet. */
export const NOT_SEEN = -1;

/**
 * Caches values made from rows of one type, by layer and slot; valid while nothing that they show has changed. The
 * enclosing cache limits its size.
 */
export class RowCache<E extends OfRow> {
  readonly #type: string;
  readonly #types: readonly string[];
  /** By slot: a list of 25 entries from an array reads a third of the memory that it would from a map. */
  readonly #byLayer = new Map<Layer, (E | undefined)[]>();
  /** The state's revision at the last change of one of the types. */
  #stamp = NOT_SEEN;
  /** The state's revision at the last change of the rows' type. */
  #seen = NOT_SEEN;

  /** `type` is the uid of the rows' type, `types` are the uids of all shown types. */
  constructor(type: string, types: readonly string[]) {
    this.#type = type;
    this.#types = types;
  }

  /** Whether no shown type has changed since the last call. Call it before each use of the cache. */
  isCurrent(state: State): boolean {
    const stamp = this.#types.reduce((last, type) => Math.max(last, state.lastChange(type)), 0);
    const isCurrent = stamp === this.#stamp;
    this.#stamp = stamp;
    this.#seen = state.lastChange(this.#type);
    return isCurrent;
  }

  /** The cached values of the rows in some slots; undefined where there is none. */
  inSlots({ layer, space }: RowSource, slots: readonly number[]): readonly (E | undefined)[] {
    const values = this.#byLayer.get(layer);
    if (values === undefined) return slots.map(() => undefined);
    return slots.map((slot) => {
      const known = values[slot];
      // A look at the slot may miss the CPU's caches, and is worth it only if another row may have taken it.
      if (known === undefined || known.seen === this.#seen) return known;
      if (known.row !== space.row(slot)) return undefined;
      known.seen = this.#seen;
      return known;
    });
  }

  /** Returns the replaced entry of another row. */
  set({ source, slot }: RowRef, entry: E): E | undefined {
    let entries = this.#byLayer.get(source.layer);
    if (entries === undefined) {
      entries = [];
      this.#byLayer.set(source.layer, entries);
    }
    const before = entries[slot];
    entry.seen = this.#seen;
    entries[slot] = entry;
    return before;
  }

  forget(): void {
    this.#byLayer.clear();
  }
}
