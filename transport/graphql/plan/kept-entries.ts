import { type Access, flatText, type Node, type Status } from "../../../engine/index.ts";
import { type EntryWriter, entryWriter, type Standing, type Writing } from "./entry-writer.ts";
import type { PlannedField } from "./plan.ts";
import { typesShown } from "./types-shown.ts";

type State = Standing["reading"]["sight"]["state"];

/** A whole entry, and how many entries are in it. */
interface Entry {
  readonly text: string;
  readonly entries: number;
}

/** What one field has made of rows for one caller, for as long as nothing behind the rows has changed. */
interface Kept {
  /** The last commit that had changed a type that is shown, when it was looked at last. */
  stamp: number;
  epoch: number;
  readonly byLayer: { readonly [layer in Status]: Map<Node, Entry> };
}

const BY_STATE = new WeakMap<State, WeakMap<Access, WeakMap<PlannedField, Kept>>>();

/**
 * The writer of a root field's entries, which gives again what it has made of a row until a type behind it changes, or a
 * link to it. Only where what is shown does not depend on variables: then most requests ask for the same of each row.
 */
export function keptWriter(planned: PlannedField, at: Standing, writing: Writing): EntryWriter {
  const { state } = at.reading.sight;
  const types = at.reading.publicationFilter === null ? typesShown(planned, at.place.model, state.shape.schema) : null;
  if (types === null) return entryWriter(planned, at, writing);
  const { budget, texts } = writing;
  const { byLayer } = upToDate(keptOf(state, writing.reader.access, planned), state, types, texts.epoch);
  let write: EntryWriter | null = null;
  return (seen) => {
    const all = byLayer[seen.layer];
    const known = all.get(seen.node);
    if (known !== undefined) {
      budget.spend(known.entries);
      return known.text;
    }
    write ??= entryWriter(planned, at, writing);
    const before = budget.entries;
    const text = flatText(write(seen));
    all.set(seen.node, { text, entries: budget.entries - before });
    texts.add(text.length);
    return text;
  };
}

function keptOf(state: State, access: Access, planned: PlannedField): Kept {
  const byAccess = BY_STATE.get(state) ?? new WeakMap<Access, WeakMap<PlannedField, Kept>>();
  BY_STATE.set(state, byAccess);
  const byField = byAccess.get(access) ?? new WeakMap<PlannedField, Kept>();
  byAccess.set(access, byField);
  const kept = byField.get(planned) ?? { stamp: -1, epoch: -1, byLayer: { draft: new Map(), published: new Map() } };
  byField.set(planned, kept);
  return kept;
}

function upToDate(kept: Kept, state: State, types: readonly string[], epoch: number): Kept {
  const stamp = types.reduce((last, type) => Math.max(last, state.lastChange(type)), 0);
  if (stamp !== kept.stamp || epoch !== kept.epoch) {
    kept.byLayer.draft.clear();
    kept.byLayer.published.clear();
  }
  kept.stamp = stamp;
  kept.epoch = epoch;
  return kept;
}
