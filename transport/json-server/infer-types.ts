import type { UnknownRecord } from "../../engine/internal.ts";
import {
  type AttributeDefinition,
  type ContentTypeDefinition,
  inexactMessage,
  isReservedAttributeName,
  isReservedTypeName,
  strangeNumber,
} from "../../engine/internal.ts";
import type { Progress } from "../../storage/core.ts";
import { isDeviceName } from "../runtime/is-device-name.ts";
import { LazyMembers } from "../runtime/lazy-members.ts";
import { isResource } from "./is-json-server.ts";
import { type RowKeys, type RowReading, suffixesOf } from "./json-server-config.ts";
import { LEGACY_ID, NULLS_OF_ROW, OTHER_ID } from "./legacy-id.ts";
import { camelCase, kebabCase, singularOf } from "./names.ts";
import { ScalarColumn } from "./scalar-type.ts";

/** Content types for json-server data, and the data as their seed. */
export interface InferredTypes {
  readonly contentTypes: { readonly [uid: string]: ContentTypeDefinition };
  /** Lists are converted row by row, each time they are iterated. */
  readonly seed: { readonly [uid: string]: unknown };
  /** Values that were changed, with their place in the data. */
  readonly notes: readonly Note[];
  /** Numbers that no type of their column keeps exactly, the first of each column. */
  readonly faults: readonly Note[];
}

export interface Note {
  readonly path: readonly string[];
  readonly message: string;
}

/** Reading the clock per row would take longer than the row. */
const ROWS_PER_TELL = 1000;

type Rows = Iterable<UnknownRecord>;

/** A list or an object of the data, and the type inferred from it. */
interface Resource {
  readonly key: string;
  readonly uid: string;
  readonly singular: string;
  readonly plural: string;
  readonly isSingle: boolean;
  readonly rows: Rows;
  readonly count: number;
  /** Keys of all rows. */
  readonly keys: ReadonlySet<string>;
  readonly attributes: Record<string, AttributeDefinition>;
  /** The attribute for a key of a row. */
  readonly names: Map<string, string>;
  /** Keys of rows that refer to rows of another resource. */
  readonly references: Map<string, Resource>;
}

export interface InferOptions {
  readonly reading?: RowReading;
  /** Called with the number of rows whose types are inferred. */
  readonly progress?: Progress;
}

/**
 * Infers content types for json-server data: `authorId` and `author_id` become the relation `author` if there are
 * `authors` with these ids; ids are kept as `legacyId`. Lists of the data may be `LazyMembers`: their rows are iterated
 * several times, and none is held.
 */
export function inferTypes(
  data: UnknownRecord,
  { reading = {}, progress = () => {} }: InferOptions = {},
): InferredTypes {
  const { isExact = false } = reading;
  const notes: Note[] = [];
  const faults: Note[] = [];
  const resources = readResources(data, notes);
  const all = resources.reduce((sum, { count }) => sum + count, 0);
  let done = 0;
  const describe = () => {
    done += 1;
    if (done % ROWS_PER_TELL === 0) progress(done, all);
  };
  const targets = new Targets(resources, reading);
  for (const resource of resources) inferAttributes(resource, targets, { notes, faults, isExact }, describe);
  for (const resource of resources) addFarEnds(resource);
  const named = new Set(resources.flatMap(({ references }) => [...references.values()]));
  return {
    contentTypes: Object.fromEntries(resources.map((resource) => [resource.uid, definitionOf(resource)])),
    seed: Object.fromEntries(
      resources.map((resource) => [
        resource.uid,
        seedOf(resource, named.has(resource) ? targets.idKey : null, isExact),
      ]),
    ),
    notes,
    faults,
  };
}

function readResources(data: UnknownRecord, notes: Note[]): Resource[] {
  const taken = new Set<string>();
  return Object.entries(data).flatMap(([key, value]) => {
    if (!isResource(value)) {
      notes.push({ path: [key], message: "is left out: it is neither a list of objects nor an object" });
      return [];
    }
    const { isSingle, rows } = rowsOf(value);
    const [singular, plural] = namesOf(kebabCase(key), isSingle, taken);
    const device = [kebabCase(key), singularOf(kebabCase(key))].find(isDeviceName);
    if (device !== undefined) {
      const message = `has the type ${singular}: no folder can be called ${device} on Windows`;
      notes.push({ path: [key], message });
    }
    if (key !== (isSingle ? singular : plural)) {
      notes.push({ path: [key], message: `is served as ${isSingle ? singular : plural}` });
    }
    let count = 0;
    const keys = new Set<string>();
    for (const row of rows) {
      count += 1;
      for (const each of Object.keys(row)) keys.add(each);
    }
    const uid = `api::${singular}.${singular}`;
    const parts = { attributes: {}, names: new Map<string, string>(), references: new Map<string, Resource>() };
    return { key, uid, singular, plural, isSingle, rows, count, keys, ...parts };
  });
}

/** The rows of a resource; one row for an object. */
function rowsOf(value: unknown): { readonly isSingle: boolean; readonly rows: Rows } {
  if (!(value instanceof LazyMembers)) {
    const isSingle = !Array.isArray(value);
    return { isSingle, rows: isSingle ? [value as UnknownRecord] : (value as Rows) };
  }
  if (!value.isList) return { isSingle: true, rows: [value.whole() as UnknownRecord] };
  const rows = { [Symbol.iterator]: () => valuesOf(value) as Iterator<UnknownRecord> };
  return { isSingle: false, rows };
}

function* valuesOf(members: LazyMembers): Generator<unknown> {
  for (const [, value] of members) yield value;
}

/** Singular and plural name, different from each other and from the names of all other types. */
function namesOf(name: string, isSingle: boolean, taken: Set<string>): readonly [string, string] {
  const free = (wanted: string, other: string, isFolder: boolean) => {
    const isFree = (each: string) =>
      !taken.has(each) && !isReservedTypeName(each) && !(isFolder && isDeviceName(each)) && each !== other;
    let chosen = wanted;
    for (let n = 0; !isFree(chosen); n++) chosen = `${wanted}-${n === 0 ? "item" : n}`;
    taken.add(chosen);
    return chosen;
  };
  if (isSingle) {
    const singular = free(name, "", true);
    return [singular, free(`${singular}s`, singular, false)];
  }
  const plural = free(name, "", false);
  return [free(singularOf(plural), plural, true), plural];
}

/** The resources that keys may refer to. */
class Targets {
  readonly #resources: readonly Resource[];
  readonly #suffixes: readonly string[];
  readonly idKey: string;
  /** Ids of rows as texts, by resource. */
  readonly #ids = new Map<Resource, ReadonlySet<string>>();

  constructor(resources: readonly Resource[], keys: RowKeys) {
    this.#resources = resources;
    this.#suffixes = suffixesOf(keys);
    this.idKey = keys.id ?? "id";
  }

  /** The resource that `authorId` or `author_id` names. */
  find(key: string): Resource | null {
    const suffix = this.#suffixes.find((each) => key.length > each.length && key.endsWith(each));
    if (suffix === undefined || key === this.idKey) return null;
    const singular = kebabCase(key.slice(0, -suffix.length));
    return this.#resources.find((resource) => !resource.isSingle && resource.singular === singular) ?? null;
  }

  hasRow(target: Resource, id: unknown): boolean {
    return isId(id) && this.#idsOf(target).has(String(id));
  }

  #idsOf(resource: Resource): ReadonlySet<string> {
    const known = this.#ids.get(resource);
    if (known !== undefined) return known;
    const ids = new Set<string>();
    for (const { [this.idKey]: id } of resource.rows) if (isId(id)) ids.add(String(id));
    this.#ids.set(resource, ids);
    return ids;
  }
}

/** The common properties of the values under a key. */
interface Column {
  readonly scalar: ScalarColumn;
  /** The resource that the key names, as long as all of the values are ids of its rows. */
  target: Resource | null;
  hasValues: boolean;
  /** The first number that only a biginteger keeps, or no type, below its row; null if there is none. */
  strange: Note | null;
}

function inferAttributes(
  resource: Resource,
  targets: Targets,
  { notes, faults, isExact }: { readonly notes: Note[]; readonly faults: Note[]; readonly isExact: boolean },
  describe: () => void,
): void {
  const { attributes, names, references, keys } = resource;
  for (const [key, { scalar, target, hasValues, strange }] of columnsOf(resource, targets, isExact, describe)) {
    const name = target === null || !hasValues ? null : camelCase(target.singular);
    if (target !== null && name !== null && !keys.has(name) && !Object.hasOwn(attributes, name)) {
      names.set(key, name);
      references.set(key, target);
      attributes[name] = {
        type: "relation",
        relation: "manyToOne",
        target: target.uid,
        ...(key !== `${name}Id` && { foreignKey: key }),
      };
      continue;
    }
    const own = key === targets.idKey ? LEGACY_ID : attributeName(key, attributes);
    names.set(key, own);
    if (own !== key && own !== LEGACY_ID) notes.push({ path: [resource.key, key], message: `is called ${own}` });
    attributes[own] = scalar.attribute;
    if (strange !== null && scalar.attribute.type !== "biginteger")
      faults.push({ ...strange, path: [resource.key, ...strange.path] });
  }
}

function columnsOf(
  { rows, keys, isSingle }: Resource,
  targets: Targets,
  isExact: boolean,
  describe: () => void,
): ReadonlyMap<string, Column> {
  const columns = new Map<string, Column>();
  for (const key of keys)
    columns.set(key, { scalar: new ScalarColumn(isExact), target: targets.find(key), hasValues: false, strange: null });
  let at = 0;
  for (const row of rows) {
    for (const [key, column] of columns) {
      addValue(column, row[key], targets);
      column.strange ??= strangeIn(row[key], isSingle ? [key] : [String(at), key]);
    }
    at += 1;
    describe();
  }
  return columns;
}

function addValue(column: Column, value: unknown, targets: Targets): void {
  if (value === null || value === undefined) return;
  column.hasValues = true;
  column.scalar.add(value);
  if (column.target !== null && !targets.hasRow(column.target, value)) column.target = null;
}

function strangeIn(value: unknown, path: readonly string[]): Note | null {
  const found = strangeNumber(value);
  if (found === null) return null;
  return { path: [...path, ...found.path.map(String)], message: inexactMessage(String(found.value)) };
}

/** A key as the name of an attribute; reserved names become `legacy…`. */
function attributeName(key: string, taken: UnknownRecord): string {
  if (key === "id") return OTHER_ID;
  const plain = /^\p{L}[\p{L}\p{M}\p{N}_]*$/u.test(key) ? key : camelCase(kebabCase(key));
  const wanted = isReservedAttributeName(plain) ? `legacy${plain.charAt(0).toUpperCase()}${plain.slice(1)}` : plain;
  let name = wanted;
  for (let n = 2; Object.hasOwn(taken, name); n++) name = `${wanted}${n}`;
  return name;
}

/** The name of what `_embed` shows, unless the target has an attribute of that name. */
function addFarEnds({ uid, plural, attributes, names, references }: Resource): void {
  for (const [key, target] of references) {
    const near = names.get(key) ?? "";
    const far = camelCase(plural);
    if (Object.hasOwn(target.attributes, far)) continue;
    attributes[near] = { ...attributes[near], inversedBy: far } as AttributeDefinition;
    target.attributes[far] = { type: "relation", relation: "oneToMany", target: uid, mappedBy: near };
  }
}

function definitionOf({ key, singular, plural, isSingle, attributes }: Resource): ContentTypeDefinition {
  return {
    kind: isSingle ? "singleType" : "collectionType",
    info: { singularName: singular, pluralName: plural, displayName: key },
    options: { draftAndPublish: false },
    attributes,
  };
}

/** The entries of a resource. `idKey`: the key of the ids that references mean; null if there are none. */
function seedOf(resource: Resource, idKey: string | null, isExact: boolean): unknown {
  if (resource.isSingle) for (const row of resource.rows) return entryOf(resource, row, isExact);
  return new LazyMembers({ isList: true, areRecords: true }, () => entriesOf(resource, idKey, isExact));
}

function* entriesOf(
  resource: Resource,
  idKey: string | null,
  isExact: boolean,
): Generator<readonly [string, UnknownRecord]> {
  const ids = new Set<string>();
  let at = 0;
  for (const row of resource.rows) {
    const given = idKey === null ? null : row[idKey];
    const id = isId(given) ? String(given) : null;
    // Of several rows with one id, references mean the first.
    const name = id === null || ids.has(id) ? {} : { $name: id };
    if (id !== null) ids.add(id);
    yield [String(at), { ...name, ...entryOf(resource, row, isExact) }];
    at += 1;
  }
}

function entryOf({ names, references }: Resource, row: UnknownRecord, isExact: boolean): UnknownRecord {
  const values = Object.entries(row).map(([key, value]) => {
    const isReference = references.has(key) && value !== null && value !== undefined;
    return [names.get(key) ?? key, isReference ? { $ref: String(value) } : value];
  });
  const nulls = isExact ? Object.keys(row).filter((key) => row[key] === null) : [];
  return Object.fromEntries(nulls.length === 0 ? values : [...values, [NULLS_OF_ROW, nulls]]);
}

function isId(value: unknown): value is string | number | bigint {
  return (typeof value === "string" && value !== "") || typeof value === "bigint" || Number.isFinite(value);
}
