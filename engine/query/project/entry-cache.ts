import type { State } from "../../state/state.ts";
import { positionOfType } from "../position.ts";
import type { Query, Select } from "../query.ts";
import type { Audience, ReadContext } from "../read-context.ts";
import { type RowRef, type RowSource, rowAt } from "../row-source.ts";
import { isDefault } from "../select.ts";
import { typesShown } from "../types-read.ts";
import type { Output, RowEntries } from "./output.ts";
import { type Projection, projectionOf } from "./project.ts";
import { NOT_SEEN, type OfRow, RowCache } from "./row-cache.ts";

/** Size limit of the entries that one state caches for an output, in characters. */
const MAX_CHARACTERS = 32 * 1_048_576;

/** Size of a cached entry without its text: its place in a map, and its metadata. */
const ENTRY_CHARACTERS = 200;

/** Size of a cached selection without entries, because there may be any number of these. */
const SELECTION_CHARACTERS = 4_096;

/** A whole entry of a row, its size in characters, and its cost in the budgets. */
interface Entry extends OfRow {
  readonly entry: unknown;
  readonly size: number;
  readonly cost: number;
  /** The number of entries in it, itself included. */
  readonly entries: number;
}

/** The cached entries of one selection, and their size in characters. */
interface Selected {
  readonly rows: RowCache<Entry>;
  characters: number;
}

/** The cached entries of one state in one output, by visibility behind types without drafts and by selection. */
class EntryCache {
  readonly #bySelect = { query: new Map<Select, Selected>(), all: new Map<Select, Selected>() };
  /** Selections that were requested once: a selection requested twice is mostly requested often. */
  readonly #seen = new WeakSet<Select>();
  #characters = 0;

  /** Null for a new selection. */
  of(context: ReadContext, type: string, select: Select): Selected | null {
    const { state, behindPlainTypes } = context.view;
    const all = this.#bySelect[behindPlainTypes];
    let kept = all.get(select);
    if (kept === undefined) {
      if (!this.#seen.has(select)) {
        this.#seen.add(select);
        return null;
      }
      const { schema, relations } = state.shape;
      kept = { rows: new RowCache(type, typesShown(schema, relations, schema.type(type), select)), characters: 0 };
      this.#add(SELECTION_CHARACTERS);
      all.set(select, kept);
    }
    if (!kept.rows.isCurrent(state)) this.#forget(kept);
    return kept;
  }

  /** Caches an entry in place of another row's. */
  put(kept: Selected, place: RowRef, entry: Entry): void {
    const replaced = kept.rows.set(place, entry);
    const characters = sizeOf(entry) - (replaced === undefined ? 0 : sizeOf(replaced));
    kept.characters += characters;
    this.#add(characters);
  }

  /** Adds to the size of the cache, and clears it if it is too large. */
  #add(characters: number): void {
    this.#characters += characters;
    if (this.#characters <= MAX_CHARACTERS) return;
    this.#bySelect.query.clear();
    this.#bySelect.all.clear();
    this.#characters = characters;
  }

  #forget(kept: Selected): void {
    this.#characters -= kept.characters;
    kept.characters = 0;
    kept.rows.forget();
  }
}

function sizeOf({ size }: Entry): number {
  return size + ENTRY_CHARACTERS;
}

/** By reader and output: programs see private values, and REST and GraphQL do not displace each other's entries. */
const CACHES: Record<Audience, WeakMap<object, WeakMap<State, EntryCache>>> = {
  caller: new WeakMap(),
  service: new WeakMap(),
};

function cacheOf(audience: Audience, output: object, state: State): EntryCache {
  const caches = CACHES[audience];
  const byState = caches.get(output) ?? new WeakMap<State, EntryCache>();
  caches.set(output, byState);
  const cache = byState.get(state) ?? new EntryCache();
  byState.set(state, cache);
  return cache;
}

/** Makes the entries of the rows in some slots. */
export type EntriesOf<T> = (source: RowSource, slots: readonly number[]) => readonly T[];

/**
 * Makes the entries of a query's rows. Default entries of outside callers are cached with their rows. Other selections are
 * cached too, until a type behind the row or a link to it changes; repeating such a query costs one look-up per row.
 */
export function entriesOf<T>(
  context: ReadContext,
  output: Output<T>,
  query: Pick<Query, "type" | "select">,
): EntriesOf<T> {
  const { type: uid, select } = query;
  const { state, answer } = context.view;
  // Created on demand: most lists consist of cached entries.
  let project: Projection<T> | null = null;
  const make = (place: RowRef): T => {
    const { node, layer } = rowAt(place);
    project ??= projectionOf(context, output, positionOfType(state.shape.schema.type(uid)), select);
    answer.enter(1);
    return project(node, layer);
  };
  const { audience } = context;
  if (audience === "caller" && isDefault(select)) {
    if (output.beside === null) return eachOf(make);
    return cachedBeside(output.beside, make, (entries) => answer.spend(charactersOf(output, entries)));
  }
  if (output.kept === null || context.publicationFilter !== null) return eachOf(make);
  const all = cacheOf(audience, output, state);
  const kept = all.of(context, uid, select);
  return kept === null ? eachOf(make) : cachedIn(all, kept, context, output, output.kept, make);
}

/** `make` must not keep its argument, which is the same object for all rows: one each would be a tenth of the garbage. */
function eachOf<T>(make: (place: RowRef) => T): EntriesOf<T> {
  return (source, slots) => {
    const place = { source, slot: 0 };
    return slots.map((slot) => {
      place.slot = slot;
      return make(place);
    });
  };
}

/**
 * Cached entries are looked up first, and charged together afterwards: they are scattered over memory, and the CPU waits for
 * several at a time only in a loop that does nothing else.
 */
function cachedBeside<T>(
  beside: RowEntries<T>,
  make: (place: RowRef) => T,
  charge: (cached: readonly (T | undefined)[]) => void,
): EntriesOf<T> {
  return (source, slots) => {
    const { space } = source;
    const entries = slots.map((slot) => beside.get(space, slot));
    charge(entries);
    for (let at = 0; at < slots.length; at++) {
      if (entries[at] !== undefined) continue;
      const slot = slots[at] as number;
      const entry = make({ source, slot });
      beside.put(space, slot, entry);
      entries[at] = entry;
    }
    // None is missing any more.
    return entries as readonly T[];
  };
}

function charactersOf<T>(output: Output<T>, entries: readonly (T | undefined)[]): number {
  let characters = 0;
  for (const entry of entries) if (entry !== undefined) characters += output.size(entry);
  return characters;
}

/** As `cachedBeside`, for the entries of a selection. */
function cachedIn<T>(
  all: EntryCache,
  kept: Selected,
  { view: { work, answer } }: ReadContext,
  output: Output<T>,
  keep: (entry: T) => T,
  make: (place: RowRef) => T,
): EntriesOf<T> {
  const made = (place: RowRef): T => {
    const before = { left: work.left, entries: answer.entries };
    const entry = keep(make(place));
    const size = output.size(entry);
    const cost = before.left - work.left;
    const entries = answer.entries - before.entries;
    all.put(kept, place, { row: rowAt(place).node, seen: NOT_SEEN, entry, size, cost, entries });
    return entry;
  };
  return (source, slots) => {
    const known = kept.rows.inSlots(source, slots);
    let [cost, size, entries] = [0, 0, 0];
    for (const each of known) {
      if (each === undefined) continue;
      cost += each.cost;
      size += each.size;
      entries += each.entries;
    }
    work.spend(cost, "populate");
    answer.spend(size);
    answer.enter(entries);
    return slots.map((slot, at) => {
      const one = known[at];
      // Only this output caches entries.
      return one === undefined ? made({ source, slot }) : (one.entry as T);
    });
  };
}
