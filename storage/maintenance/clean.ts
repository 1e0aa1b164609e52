import {
  type AnyModel,
  type Attribute,
  type Change,
  commitOf,
  isRecord,
  type Json,
  type Schema,
  type VersionRecord,
} from "../../engine/internal.ts";
import { appendFailed, StorageError } from "../error.ts";
import type { Storage } from "../port.ts";
import { loadContent } from "../recovery/load.ts";
import { valueFaults } from "../shapes/stored-faults.ts";
import { encodeContent } from "../snapshot/encode.ts";
import { inCommits } from "../writing/commit-size.ts";

/** Number of values found, or removed, per attribute, by its model (`api::post.post.rank`). */
export type UnknownValues = ReadonlyMap<string, number>;

type Values = VersionRecord["values"];
type Put = Extract<Change, { kind: "put" }>;

/**
 * Removes the stored values of attributes that the schema does not have; with `isDryRun` only counts them. Types that
 * are not in the schema, and types of plugins, are left alone. Opens and closes the storage.
 *
 * @throws StorageError `append-failed` or `no-room` if not everything could be stored.
 */
export async function cleanData(storage: Storage, schema: Schema, isDryRun: boolean): Promise<UnknownValues> {
  const found = new Map<string, number>();
  await rewrite(storage, (change) => cleaned(schema, change, found), isDryRun);
  return found;
}

/**
 * Removes the stored values of these types that do not fit the schema, which refuse to open it otherwise. Opens and closes
 * the storage.
 *
 * @throws as `cleanData`.
 */
export async function dropUnfit(storage: Storage, schema: Schema, uids: ReadonlySet<string>): Promise<void> {
  await rewrite(storage, (change) => {
    const type = change.kind === "put" && uids.has(change.type) ? schema.types.get(change.type) : undefined;
    if (change.kind !== "put" || type === undefined) return null;
    const unfit = new Set([...valueFaults(schema, type, change.version.values, [])].map(({ path: [name] }) => name));
    if (unfit.size === 0) return null;
    const kept = Object.entries(change.version.values).filter(([name]) => !unfit.has(name));
    return { ...change, version: { ...change.version, values: Object.fromEntries(kept) } };
  });
}

/** Appends the puts that `change` makes of the stored changes. */
async function rewrite(storage: Storage, change: (stored: Change) => Put | null, isDryRun = false): Promise<void> {
  const { head } = await storage.open();
  try {
    const content = await loadContent(storage);
    const puts = [...content.changes()].flatMap((each) => change(each) ?? []);
    if (isDryRun || puts.length === 0) return;
    let position = head;
    for (const changes of inCommits(puts)) {
      position += 1;
      const body = commitOf(position, content.at, changes);
      const appended = await storage.append(position - 1, [{ position, commit: `clean.${position}`, body }]);
      if (appended.kind === "failed") throw appendFailed({ noRoom: false, ...appended });
      if (appended.kind !== "ok") throw new StorageError("outcome-unknown", `Cleaning stopped: ${appended.kind}`);
      content.apply([body]);
    }
    // Trims the journal: everything before the second newest checkpoint is removed.
    await storage.snapshots.store(position, encodeContent(content, position));
    await storage.trim(position);
  } finally {
    await storage.close();
  }
}

/** The change without values of unknown attributes; null if it has none. */
function cleaned(schema: Schema, change: Change, found: Map<string, number>): Put | null {
  const type = change.kind === "put" && change.type.startsWith("api::") ? schema.types.get(change.type) : undefined;
  if (change.kind !== "put" || type === undefined) return null;
  const { version } = change;
  const values = cleanedValues(schema, type, version.values, found);
  return values === version.values ? null : { ...change, version: { ...version, values } };
}

/** The same object if nothing is to be removed. */
function cleanedValues(schema: Schema, model: AnyModel, values: Values, found: Map<string, number>): Values {
  let isSame = true;
  const kept = Object.entries(values).flatMap(([name, value]) => {
    const attribute = model.attributes.get(name);
    const isKnown = attribute !== undefined || name === "id" || name === "__component";
    const after = attribute === undefined ? value : cleanedValue(schema, attribute, value, found);
    if (!isKnown) found.set(`${model.uid}.${name}`, (found.get(`${model.uid}.${name}`) ?? 0) + 1);
    if (!isKnown || after !== value) isSame = false;
    return isKnown ? [[name, after] as const] : [];
  });
  return isSame ? values : Object.fromEntries(kept);
}

function cleanedValue(schema: Schema, attribute: Attribute, value: Json, found: Map<string, number>): Json {
  if (attribute.kind !== "component" && attribute.kind !== "dynamiczone") return value;
  const clean = (item: Json): Json => {
    if (!isRecord(item)) return item;
    const uid = attribute.kind === "component" ? attribute.component : String(item.__component);
    const component = schema.components.get(uid);
    return component === undefined ? item : (cleanedValues(schema, component, item as Values, found) as Json);
  };
  if (!Array.isArray(value)) return clean(value);
  const items: readonly Json[] = value;
  const after = items.map(clean);
  return after.every((item, at) => item === items[at]) ? value : after;
}
