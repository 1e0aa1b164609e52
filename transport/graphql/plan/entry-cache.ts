import {
  type Access,
  type EntryText,
  keptText,
  type Row,
  RowCache,
  type RowRef,
  rowAt,
} from "../../../engine/internal.ts";
import { typeName } from "../schema/names.ts";
import { type EntryWriter, entryWriter, type Standing, type Writing } from "./entry-writer.ts";
import type { PlannedField, Selection } from "./plan.ts";
import { typesShown } from "./types-shown.ts";

type State = Standing["reading"]["view"]["state"];

/** The text of a row's entry. One object holds all of it: each further one that a list reads per row may miss the CPU's caches. */
interface Entry extends EntryText {
  readonly row: Row;
  /** Number of entries in it, itself included. */
  readonly entries: number;
}

type BySelection = WeakMap<Selection, RowCache<Entry>>;

const BY_STATE = new WeakMap<State, WeakMap<Access, BySelection>>();

/**
 * The writer of a root field's entries, each of which is charged to the budget. It reuses the text of a row until a type
 * or link behind it changes. Only if the text does not depend on variables: then most requests want the same text of
 * each row.
 */
export function cachedWriter(planned: PlannedField, at: Standing, writing: Writing): (place: RowRef) => EntryText {
  const { state } = at.reading.view;
  const { budget, texts } = writing;
  const types = at.reading.publicationFilter === null ? typesShown(planned, at.place.model, state.shape.schema) : null;
  const selection = planned.below.get(typeName(at.place.model));
  if (types === null || selection === undefined) {
    const write = entryWriter(planned, at, writing);
    return (place) => {
      budget.entry();
      return { text: write(rowAt(place)), isAscii: false, digest: null };
    };
  }
  const cache = cacheOf(state, writing.reader.access, selection, types);
  if (!cache.isCurrent(state)) cache.forget();
  let write: EntryWriter | null = null;
  return (place) => {
    const known = cache.get(place);
    if (known !== undefined) {
      budget.spend(known.entries);
      budget.text(known.text.length);
      return known;
    }
    write ??= entryWriter(planned, at, writing, types.length === 0);
    const before = budget.entries;
    budget.entry();
    const seen = rowAt(place);
    const { text, isAscii } = keptText(write(seen));
    const entry = { text, isAscii, digest: null, row: seen.node, entries: budget.entries - before };
    cache.set(place, entry);
    texts.add(cache, text.length);
    return entry;
  };
}

function cacheOf(state: State, access: Access, selection: Selection, types: readonly string[]): RowCache<Entry> {
  const known = BY_STATE.get(state)?.get(access)?.get(selection);
  if (known !== undefined) return known;
  const byAccess = BY_STATE.get(state) ?? new WeakMap<Access, BySelection>();
  BY_STATE.set(state, byAccess);
  const bySelection = byAccess.get(access) ?? new WeakMap<Selection, RowCache<Entry>>();
  byAccess.set(access, bySelection);
  const cache = new RowCache<Entry>(types);
  bySelection.set(selection, cache);
  return cache;
}
