import {
  type Access,
  type EntryText,
  keptText,
  type Layer,
  type Row,
  type RowRef,
  rowAt,
} from "../../../engine/internal.ts";
import { type EntryWriter, entryWriter, type Standing, type Writing } from "./entry-writer.ts";
import type { PlannedField } from "./plan.ts";
import type { TextCache } from "./text-budget.ts";
import { typesShown } from "./types-shown.ts";

type State = Standing["reading"]["view"]["state"];

/** A whole entry of a row, and how many entries it comes to with those within it. */
interface Entry {
  readonly row: Row;
  readonly text: EntryText;
  readonly entries: number;
}

/** Entries that one root field has made of rows for one caller, valid while nothing behind the rows has changed. */
class EntryCache implements TextCache {
  readonly #byLayer = new Map<Layer, Map<number, Entry>>();
  /** The last commit that had changed a type that is shown, when it was looked at last. */
  #stamp = -1;

  /** Forgets what has changed since. */
  update(state: State, types: readonly string[]): this {
    const stamp = types.reduce((last, type) => Math.max(last, state.lastChange(type)), 0);
    if (stamp !== this.#stamp) this.forget();
    this.#stamp = stamp;
    return this;
  }

  forget(): void {
    this.#byLayer.clear();
  }

  /** Entries by the slots of their rows. */
  in(layer: Layer): Map<number, Entry> {
    let entries = this.#byLayer.get(layer);
    if (entries === undefined) {
      entries = new Map();
      this.#byLayer.set(layer, entries);
    }
    return entries;
  }
}

const BY_STATE = new WeakMap<State, WeakMap<Access, WeakMap<PlannedField, EntryCache>>>();

/**
 * The writer of a root field's entries, each of which uses up a part of the budget. It gives again what it has made of a
 * row until a type behind it changes, or a link to it. Only where what is shown does not depend on variables: then most
 * requests ask for the same of each row.
 */
export function cachedWriter(planned: PlannedField, at: Standing, writing: Writing): (place: RowRef) => EntryText {
  const { state } = at.reading.view;
  const { budget, texts } = writing;
  const types = at.reading.publicationFilter === null ? typesShown(planned, at.place.model, state.shape.schema) : null;
  if (types === null) {
    const write = entryWriter(planned, at, writing);
    return (place) => {
      budget.entry();
      return { text: write(rowAt(place)), isAscii: false, digest: null };
    };
  }
  const cache = cacheOf(state, writing.reader.access, planned).update(state, types);
  let write: EntryWriter | null = null;
  return (place) => {
    const { source, slot } = place;
    const entries = cache.in(source.layer);
    const known = entries.get(slot);
    // In its slot may stand another row by now.
    if (known !== undefined && known.row === source.space.row(slot)) {
      budget.spend(known.entries);
      budget.text(known.text.text.length);
      return known.text;
    }
    write ??= entryWriter(planned, at, writing);
    const before = budget.entries;
    budget.entry();
    const seen = rowAt(place);
    const text = keptText(write(seen));
    entries.set(slot, { row: seen.node, text, entries: budget.entries - before });
    texts.add(cache, text.text.length);
    return text;
  };
}

function cacheOf(state: State, access: Access, planned: PlannedField): EntryCache {
  const byAccess = BY_STATE.get(state) ?? new WeakMap<Access, WeakMap<PlannedField, EntryCache>>();
  BY_STATE.set(state, byAccess);
  const byField = byAccess.get(access) ?? new WeakMap<PlannedField, EntryCache>();
  byAccess.set(access, byField);
  const cache = byField.get(planned) ?? new EntryCache();
  byField.set(planned, cache);
  return cache;
}
