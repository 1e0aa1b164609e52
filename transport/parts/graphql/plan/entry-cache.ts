import {
  type Access,
  type EntryText,
  entryText,
  keptText,
  NOT_SEEN,
  ObjectNumbers,
  type OfRow,
  RowCache,
  type RowRef,
  rowAt,
  WeightedCache,
} from "../../../../engine/internal.ts";
import { typeName } from "../schema/names.ts";
import { type EntryWriter, entryWriter, type Standing, type Writing } from "./entry-writer.ts";
import type { PlannedField, Selection } from "./plan.ts";
import type { PlannedArguments } from "./planned-arguments.ts";
import { type Shown, shownBy } from "./types-shown.ts";

type State = Standing["reading"]["view"]["state"];

/** The text of a row's entry. One object holds all of it: each further one that a list reads per row may miss the CPU's caches. */
interface Entry extends EntryText, OfRow {
  /** Number of entries in it, itself included. */
  readonly entries: number;
  /** What it cost of the work budget. */
  readonly cost: number;
}

type EntryTexts = RowCache<Entry>;

/** Bytes of the arguments by which one state caches texts, and the longest that are worth it. */
const ARGUMENTS_BYTES = 2 * 1_048_576;
const MAX_CHARACTERS = 2_000;

/** The cached texts of one state's entries. */
class EntryCache {
  readonly #bySelection = new WeakMap<Access, WeakMap<Selection, EntryTexts>>();
  /** Null for arguments that came once: those that come twice mostly come often. */
  readonly #byArguments = new WeightedCache<string, EntryTexts | null>(ARGUMENTS_BYTES);
  readonly #callers = new ObjectNumbers<Access>();
  readonly #selections = new ObjectNumbers<Selection>();

  /** The texts of a selection whose lists show the same entries in every operation. */
  of(access: Access, selection: Selection, made: () => EntryTexts): EntryTexts {
    const known = this.#bySelection.get(access)?.get(selection);
    if (known !== undefined) return known;
    const bySelection = this.#bySelection.get(access) ?? new WeakMap<Selection, EntryTexts>();
    this.#bySelection.set(access, bySelection);
    const texts = made();
    bySelection.set(selection, texts);
    return texts;
  }

  /** The texts of a selection with these arguments within it; null for arguments that are new, or refused. */
  ofArguments(access: Access, selection: Selection, args: string, made: () => EntryTexts | null): EntryTexts | null {
    if (args.length > MAX_CHARACTERS) return null;
    const key = `${this.#callers.of(access)} ${this.#selections.of(selection)} ${args}`;
    const known = this.#byArguments.get(key);
    if (known) return known;
    const texts = known === null ? made() : null;
    this.#byArguments.set(key, texts, 2 * key.length);
    return texts;
  }
}

const BY_STATE = new WeakMap<State, EntryCache>();

/**
 * The writer of a root field's entries, each of which is charged to the budgets. It reuses the text of a row, made by an
 * operation with the same arguments within it, until a type or link behind it changes.
 */
export function cachedWriter(planned: PlannedField, at: Standing, writing: Writing): (place: RowRef) => EntryText {
  const { state, work } = at.reading.view;
  const { budget, texts } = writing;
  const shown = at.reading.publicationFilter === null ? shownBy(planned, at.place.model, state.shape.schema) : null;
  const cache = shown && cacheOf(planned, shown, at, writing);
  if (cache === null) {
    const write = entryWriter(planned, at, writing);
    return (place) => {
      budget.entry();
      return entryText(write(rowAt(place)), false);
    };
  }
  if (!cache.isCurrent(state)) cache.forget();
  let write: EntryWriter | null = null;
  return (place) => {
    const known = cache.get(place);
    if (known !== undefined) {
      work.spend(known.cost, "populate");
      budget.spend(known.entries);
      budget.text(known.length);
      return known;
    }
    write ??= entryWriter(planned, at, writing, shown?.types.length === 0);
    const before = { entries: budget.entries, work: work.left };
    budget.entry();
    const seen = rowAt(place);
    const text = keptText(write(seen));
    const cost = before.work - work.left;
    const entries = budget.entries - before.entries;
    const entry = entryOf(text, seen.node, entries, cost);
    cache.set(place, entry);
    texts.add(cache, text.length);
    return entry;
  };
}

/** Written out in full: V8 puts what a literal adds to a spread into a further object. */
function entryOf({ text, length, isAscii }: EntryText, row: Entry["row"], entries: number, cost: number): Entry {
  return {
    length,
    place: 0,
    isDigested: false,
    a: 0,
    b: 0,
    c: 0,
    d: 0,
    isAscii,
    text,
    row,
    seen: NOT_SEEN,
    entries,
    cost,
  };
}

function cacheOf(planned: PlannedField, shown: Shown, at: Standing, writing: Writing): EntryTexts | null {
  const selection = planned.below.get(typeName(at.place.model));
  if (selection === undefined) return null;
  const { reading } = at;
  const { access } = writing.reader;
  const all = BY_STATE.get(reading.view.state) ?? new EntryCache();
  BY_STATE.set(reading.view.state, all);
  const madeFor = (types: readonly string[]): EntryTexts => new RowCache(at.place.model.uid, types);
  if (shown.lists.length === 0) return all.of(access, selection, () => madeFor(shown.types));
  const args = argumentsText(shown, writing.args);
  if (args === null) return null;
  return all.ofArguments(access, selection, args, () => {
    const types = writing.behind.ofShown(shown, reading);
    return types && madeFor(types);
  });
}

/** The arguments of all lists; null if one of them is invalid. */
function argumentsText({ lists }: Shown, args: PlannedArguments): string | null {
  const values = lists.map(({ planned }) => args.of(planned));
  return values.includes(null) ? null : JSON.stringify(values);
}
