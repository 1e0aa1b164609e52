import {
  type Attribute,
  type ContentType,
  type Entry,
  isRecord,
  isReservedAttributeName,
  type Schema,
  type UnknownRecord,
} from "../../../engine/internal.ts";
import { USER_TYPE } from "../../access/user-types.ts";
import { LEGACY_ID, NULLS_OF_ROW, OTHER_ID } from "../../json-server/legacy-id.ts";
import { kebabCase } from "../../json-server/names.ts";

/** A row as json-server has it. */
export type Row = { readonly [key: string]: unknown };

/** The attribute with the members of a row that no other attribute takes. */
export const REST_OF_ROW = "restOfRow";

/** A list or an object of json-server: a content type, whose entries are rows. */
export class Resource {
  readonly name: string;
  readonly type: ContentType;
  /** The key of a row with its id. */
  readonly idKey: string;
  /** Its attributes by the keys of rows. */
  readonly #attributes = new Map<string, Attribute>();

  constructor(type: ContentType, idKey: string) {
    const { displayName, pluralName, singularName } = type;
    this.type = type;
    this.idKey = idKey;
    const own = type.kind === "single" ? singularName : pluralName;
    this.name = kebabCase(displayName) === own ? displayName : own;
    for (const attribute of type.attributes.values()) {
      const key = keyOf(attribute);
      if (key !== null) this.#attributes.set(key, attribute);
    }
  }

  get isSingle(): boolean {
    return this.type.kind === "single";
  }

  /** Whether rows have ids of their own; else the ids of entries are theirs. */
  get idAttribute(): Attribute | undefined {
    return this.type.attributes.get(LEGACY_ID);
  }

  attribute(key: string): Attribute | undefined {
    return this.#attributes.get(key);
  }

  /** Keys and attributes, without the id. */
  get members(): Iterable<readonly [string, Attribute]> {
    return this.#attributes;
  }

  /** The `populate` of reads: the ids that rows refer to. */
  get populate(): UnknownRecord {
    const links = [...this.#attributes.values()].filter(({ kind }) => kind === "relation");
    return Object.fromEntries(links.map(({ name }) => [name, true]));
  }

  /** Values that are null are absent, unless they were written as null. An object has an id only if one was written. */
  row(entry: Entry, idsAreTexts: boolean): Row {
    const row: { [key: string]: unknown } = {};
    const id = this.idAttribute === undefined && !this.isSingle ? entry.id : entry[LEGACY_ID];
    if (id !== null && id !== undefined) row[this.idKey] = idsAreTexts && !this.isSingle ? String(id) : id;
    const nulls = nullsIn(entry);
    for (const [key, { name, kind }] of this.#attributes) {
      const value = entry[name];
      if (value === null || value === undefined) {
        if (nulls.includes(key)) row[key] = null;
        continue;
      }
      if (kind !== "relation") row[key] = value;
      else if (isRecord(value)) row[key] = referenceIn(value, idsAreTexts);
    }
    const rest = entry[REST_OF_ROW];
    return isRecord(rest) ? { ...row, ...rest } : row;
  }
}

/** The keys of a row that hold null. */
export function nullsIn(entry: UnknownRecord): readonly string[] {
  const nulls = entry[NULLS_OF_ROW];
  return Array.isArray(nulls) ? nulls.map(String) : [];
}

function referenceIn(entry: UnknownRecord, idsAreTexts: boolean): unknown {
  const id = entry[LEGACY_ID] ?? entry.id;
  return idsAreTexts ? String(id) : id;
}

/** Null for what rows do not show. */
function keyOf(attribute: Attribute): string | null {
  const { name, kind } = attribute;
  if (name === LEGACY_ID || name === REST_OF_ROW || name === NULLS_OF_ROW) return null;
  if (name === OTHER_ID) return "id";
  if (kind === "relation") {
    const { many, mappedBy, foreignKey = `${name}Id` } = attribute;
    return many || mappedBy !== undefined ? null : foreignKey;
  }
  if (kind !== "scalar" || attribute.private) return null;
  const [, first = "", rest = ""] = /^legacy(\p{Lu})(.*)$/u.exec(name) ?? [];
  const plain = first.toLowerCase() + rest;
  return plain !== "" && isReservedAttributeName(plain) ? plain : name;
}

/** All resources by name; types without routes and users are none. */
export function resourcesOf(schema: Schema, idKey = "id"): ReadonlyMap<string, Resource> {
  const types = [...schema.types.values()].filter(
    ({ rest, uid }) => rest && uid !== USER_TYPE && !uid.startsWith("plugin::"),
  );
  return new Map(types.map((type) => new Resource(type, idKey)).map((resource) => [resource.name, resource]));
}
