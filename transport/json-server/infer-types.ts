import type { UnknownRecord } from "../../engine/internal.ts";
import {
  type AttributeDefinition,
  type ContentTypeDefinition,
  isReservedAttributeName,
  isReservedTypeName,
} from "../../engine/internal.ts";
import type { Progress } from "../../storage/core.ts";
import { isResource } from "./is-json-server.ts";
import { LEGACY_ID } from "./legacy-id.ts";
import { camelCase, kebabCase, singularOf } from "./names.ts";
import { attributeOf } from "./scalar-type.ts";

/** Content types for json-server data, and the data as their seed. */
export interface InferredTypes {
  readonly contentTypes: { readonly [uid: string]: ContentTypeDefinition };
  readonly seed: { readonly [uid: string]: unknown };
  /** Values that were changed, with their place in the data. */
  readonly notes: readonly Note[];
}

export interface Note {
  readonly path: readonly string[];
  readonly message: string;
}

/** Reading the clock per row would take longer than the row. */
const ROWS_PER_TELL = 1000;

type Rows = readonly UnknownRecord[];

/** A list or an object of the data, and the type inferred from it. */
interface Resource {
  readonly key: string;
  readonly uid: string;
  readonly singular: string;
  readonly plural: string;
  readonly isSingle: boolean;
  readonly rows: Rows;
  /** Ids of its rows as texts. */
  readonly ids: ReadonlySet<string>;
  readonly attributes: Record<string, AttributeDefinition>;
  /** The attribute for a key of a row. */
  readonly names: Map<string, string>;
  /** Keys of rows that refer to rows of another resource. */
  readonly references: Map<string, Resource>;
}

/**
 * Infers content types for json-server data: `authorId` and `author_id` become the relation `author` if there are
 * `authors` with these ids; ids are kept as `legacyId`. `progress` is called with the number of converted rows.
 */
export function inferTypes(data: UnknownRecord, progress: Progress = () => {}): InferredTypes {
  const notes: Note[] = [];
  const resources = readResources(data, notes);
  for (const resource of resources) inferAttributes(resource, resources, notes);
  for (const resource of resources) addFarEnds(resource);
  const all = resources.reduce((sum, { rows }) => sum + rows.length, 0);
  let done = 0;
  const describe = () => {
    done += 1;
    if (done % ROWS_PER_TELL === 0) progress(done, all);
  };
  return {
    contentTypes: Object.fromEntries(resources.map((resource) => [resource.uid, definitionOf(resource)])),
    seed: Object.fromEntries(resources.map((resource) => [resource.uid, seedOf(resource, describe)])),
    notes,
  };
}

function readResources(data: UnknownRecord, notes: Note[]): Resource[] {
  const taken = new Set<string>();
  return Object.entries(data).flatMap(([key, value]) => {
    if (!isResource(value)) {
      notes.push({ path: [key], message: "is left out: it is neither a list of objects nor an object" });
      return [];
    }
    const isSingle = !Array.isArray(value);
    const rows: Rows = isSingle ? [value as UnknownRecord] : (value as Rows);
    const [singular, plural] = namesOf(kebabCase(key), isSingle, taken);
    if (key !== (isSingle ? singular : plural)) {
      notes.push({ path: [key], message: `is served as ${isSingle ? singular : plural}` });
    }
    const ids = new Set(rows.flatMap(({ id }) => (isId(id) ? [String(id)] : [])));
    const uid = `api::${singular}.${singular}`;
    const parts = { attributes: {}, names: new Map<string, string>(), references: new Map<string, Resource>() };
    return { key, uid, singular, plural, isSingle, rows, ids, ...parts };
  });
}

/** Singular and plural name, different from each other and from those of all other types. */
function namesOf(name: string, isSingle: boolean, taken: Set<string>): readonly [string, string] {
  const free = (wanted: string, other: string) => {
    const isFree = (each: string) => !taken.has(each) && !isReservedTypeName(each) && each !== other;
    let chosen = wanted;
    for (let n = 0; !isFree(chosen); n++) chosen = `${wanted}-${n === 0 ? "item" : n}`;
    taken.add(chosen);
    return chosen;
  };
  if (isSingle) {
    const singular = free(name, "");
    return [singular, free(`${singular}s`, singular)];
  }
  const plural = free(name, "");
  return [free(singularOf(plural), plural), plural];
}

function inferAttributes(resource: Resource, resources: readonly Resource[], notes: Note[]): void {
  const { rows, attributes, names, references } = resource;
  const keys = new Set(rows.flatMap((row) => Object.keys(row)));
  for (const key of keys) {
    const values = rows.map((row) => row[key]);
    const target = referredTo(key, values, resources);
    const name = target === null ? null : camelCase(target.singular);
    if (target !== null && name !== null && !keys.has(name) && !Object.hasOwn(attributes, name)) {
      names.set(key, name);
      references.set(key, target);
      attributes[name] = { type: "relation", relation: "manyToOne", target: target.uid };
      continue;
    }
    const own = attributeName(key, attributes);
    names.set(key, own);
    if (own !== key && own !== LEGACY_ID) notes.push({ path: [resource.key, key], message: `is called ${own}` });
    attributes[own] = attributeOf(values);
  }
}

/** The resource that `authorId` or `author_id` refers to, if all of these rows exist there. */
function referredTo(key: string, values: readonly unknown[], resources: readonly Resource[]): Resource | null {
  const [, name] = /^(.+?)(?:Id|_id)$/.exec(key) ?? [];
  if (name === undefined) return null;
  const singular = kebabCase(name);
  const target = resources.find((resource) => !resource.isSingle && resource.singular === singular);
  const given = values.filter((value) => value !== null && value !== undefined);
  if (target === undefined || given.length === 0) return null;
  return given.every((value) => isId(value) && target.ids.has(String(value))) ? target : null;
}

/** A key as the name of an attribute; reserved names become `legacy…`. */
function attributeName(key: string, taken: UnknownRecord): string {
  if (key === "id") return LEGACY_ID;
  const plain = /^[a-zA-Z][a-zA-Z0-9_]*$/.test(key) ? key : camelCase(kebabCase(key));
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
    attributes[near] = { type: "relation", relation: "manyToOne", target: target.uid, inversedBy: far };
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

function seedOf({ isSingle, rows, names, references }: Resource, describe: () => void): unknown {
  const ids = new Set<string>();
  const entries = rows.map((row) => {
    const values = Object.entries(row).map(([key, value]) => {
      const isReference = references.has(key) && value !== null && value !== undefined;
      return [names.get(key) ?? key, isReference ? { $ref: String(value) } : value];
    });
    const id = isId(row.id) ? String(row.id) : null;
    // Of several rows with one id, references mean the first.
    const name = isSingle || id === null || ids.has(id) ? {} : { $name: id };
    if (id !== null) ids.add(id);
    describe();
    return { ...name, ...Object.fromEntries(values) };
  });
  return isSingle ? entries[0] : entries;
}

function isId(value: unknown): value is string | number {
  return (typeof value === "string" && value !== "") || typeof value === "number";
}
