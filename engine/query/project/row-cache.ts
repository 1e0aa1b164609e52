import type { State } from "../../state/state.ts";
import type { Row } from "../../values/row.ts";
import type { Layer } from "../../values/version.ts";
import type { RowRef } from "../row-source.ts";

/**
 * Caches values made from rows, by layer and slot; valid while nothing that they show has changed. The enclosing cache
 * limits its size.
 */
export class RowCache<E extends { readonly row: Row }> {
  readonly #types: readonly string[];
  /** By slot: a list of 25 entries from an array reads a third of the memory that it would from a map. */
  readonly #byLayer = new Map<Layer, (E | undefined)[]>();
  /** The state's revision at the last change of one of the types. */
  #stamp = -1;

  /** `types` are the uids of all types that are shown. */
  constructor(types: readonly string[]) {
    this.#types = types;
  }

  /** Whether no shown type has changed since the last call. */
  isCurrent(state: State): boolean {
    const stamp = this.#types.reduce((last, type) => Math.max(last, state.lastChange(type)), 0);
    const isCurrent = stamp === this.#stamp;
    this.#stamp = stamp;
    return isCurrent;
  }

  get({ source, slot }: RowRef): E | undefined {
    const known = this.#byLayer.get(source.layer)?.[slot];
    // Another row may have taken the slot.
    return known !== undefined && known.row === source.space.row(slot) ? known : undefined;
  }

  /** Returns the replaced entry, which is that of another row. */
  set({ source, slot }: RowRef, entry: E): E | undefined {
    let entries = this.#byLayer.get(source.layer);
    if (entries === undefined) {
      entries = [];
      this.#byLayer.set(source.layer, entries);
    }
    const before = entries[slot];
    entries[slot] = entry;
    return before;
  }

  forget(): void {
    this.#byLayer.clear();
  }
}
