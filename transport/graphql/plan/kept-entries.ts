import { type Access, type AnyModel, flatText, type Node, type Schema, type Status } from "../../../engine/index.ts";
import { typeName } from "../schema/names.ts";
import { type EntryWriter, entryWriter, type Standing, type Writing } from "./entry-writer.ts";
import type { PlannedField } from "./plan.ts";

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
  const types = at.reading.publicationFilter === null ? typesOf(planned, at.place.model, state.shape.schema) : null;
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

const TYPES = new WeakMap<PlannedField, readonly string[] | null>();

/** uids of the types that a root field shows; null when it does not lead on, or in a way that variables decide. */
function typesOf(planned: PlannedField, model: AnyModel, schema: Schema): readonly string[] | null {
  const known = TYPES.get(planned);
  if (known !== undefined) return known;
  const types = new Set([model.uid]);
  const links = gather(planned, model, schema, types);
  const found = links === null || links === 0 ? null : [...types];
  TYPES.set(planned, found);
  return found;
}

/** How many fields below lead on; null when one of them is not the same for everyone who asks. */
function gather(planned: PlannedField, model: AnyModel, schema: Schema, types: Set<string>): number | null {
  const fields = planned.below.get(typeName(model))?.fields ?? [];
  let links = 0;
  for (const each of fields) {
    if (each.below.size === 0) continue;
    const below = gatherBehind(each, model, schema, types);
    if (below === null) return null;
    links += 1 + below;
  }
  return links;
}

function gatherBehind(planned: PlannedField, model: AnyModel, schema: Schema, types: Set<string>): number | null {
  const { meaning } = planned;
  if (meaning === undefined || !("attribute" in meaning) || !isAlike(planned)) return null;
  const inner = meaning.kind === "many" && meaning.nodes ? nodesBelow(planned) : [planned];
  let links = 0;
  for (const target of targetsOf(schema, model, meaning.attribute)) {
    if (target.model === "content-type") types.add(target.uid);
    for (const each of inner) {
      const below = gather(each, target, schema, types);
      if (below === null) return null;
      links += below;
    }
  }
  return links;
}

/** Neither variables nor conditions: those may look at any type. */
function isAlike({ constant }: PlannedField): boolean {
  return constant !== null && !constant.filters && (!Array.isArray(constant.sort) || constant.sort.length === 0);
}

function nodesBelow({ below }: PlannedField): readonly PlannedField[] {
  return [...below.values()].flatMap(({ fields }) => fields.filter((each) => each.below.size > 0));
}

function targetsOf(schema: Schema, model: AnyModel, name: string): readonly AnyModel[] {
  const attribute = model.attributes.get(name);
  switch (attribute?.kind) {
    case "relation":
    case "media":
      return [schema.target(attribute)];
    case "component":
      return [schema.component(attribute.component)];
    case "dynamiczone":
      return attribute.components.map((uid) => schema.component(uid));
    default:
      return [];
  }
}
