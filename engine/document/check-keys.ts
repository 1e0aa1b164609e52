import type { Access } from "../access.ts";
import { EngineError } from "../error.ts";
import type { Attribute, LinkAttribute } from "../schema/attribute.ts";
import type { AnyModel, ContentType } from "../schema/content-type.ts";
import { isRecord, type UnknownRecord } from "../schema/record.ts";
import type { Schema } from "../schema/schema.ts";
import { componentsIn } from "./component-data.ts";
import type { DocumentData } from "./data.ts";

/**
 * Every key of a caller's data is one that may be written (writes, §3): first no `id` or `documentId`, then nothing
 * that is read-only, then nothing unknown, then no relation to a type that the caller may not read. Throws EngineError
 * `validation` for the first fault, `{ key, path, source }` in its details.
 */
export function checkKeys(schema: Schema, type: ContentType, data: DocumentData, access: Access): void {
  for (const name of ["id", "documentId"]) if (Object.hasOwn(data, name)) throw invalidKey(name);
  const keys = [...keysIn(schema, { model: type, data, path: null, known: IDLE_KEYS, readOnly: SERVER_KEYS })];
  for (const isFaulty of [isReadOnly, isUnknown, isUnreadable(access)]) {
    const key = keys.find(isFaulty);
    if (key !== undefined) throw invalidKey(key.name, key.path);
  }
}

/** A key in the data or in a component, relation or media value inside it. */
interface Key {
  readonly name: string;
  /** Attributes that lead to the key, and the key itself where it is one; null at the top. */
  readonly path: string | null;
  readonly attribute: Attribute | null;
  /** Legal without being an attribute. */
  readonly known: boolean;
  readonly readOnly: boolean;
}

/** One level of the data, and the keys that are legal or illegal there whatever the attributes. */
interface Level {
  readonly model: AnyModel;
  readonly data: UnknownRecord;
  /** Names of the attributes above, joined by dots. */
  readonly path: string | null;
  readonly known: ReadonlySet<string>;
  readonly readOnly: ReadonlySet<string>;
}

const SERVER_KEYS = new Set(["createdAt", "updatedAt", "createdBy", "updatedBy", "localizations"]);
/** Accepted without effect. */
const IDLE_KEYS = new Set(["publishedAt", "locale"]);
const ID_KEYS = new Set(["id", "documentId"]);
const ZONE_KEYS = new Set([...ID_KEYS, "__component"]);
const LINK_KEYS = new Set([...ID_KEYS, "connect", "disconnect", "set", "options", ...IDLE_KEYS, ...SERVER_KEYS]);
const NO_KEYS: ReadonlySet<string> = new Set();

const isReadOnly = (key: Key) => key.readOnly;

const isUnknown = (key: Key) => key.attribute === null && !key.known;

function isUnreadable(access: Access): (key: Key) => boolean {
  return ({ attribute }) => attribute?.kind === "relation" && !access.may(attribute.target, "find");
}

/** Depth first, in the order of the data. */
function* keysIn(schema: Schema, { model, data, path: above, known, readOnly }: Level): Generator<Key> {
  for (const [name, value] of Object.entries(data)) {
    const declared = model.attributes.get(name) ?? null;
    const attribute = declared?.system ? null : declared;
    const path = above === null ? name : `${above}.${name}`;
    if (attribute !== null) {
      yield { name, path, attribute, known: true, readOnly: !attribute.writable || attribute.kind === "morph" };
      yield* keysBelow(schema, attribute, value, path);
    } else if (readOnly.has(name)) yield { name, path, attribute, known: true, readOnly: true };
    else yield { name, path: above, attribute, known: known.has(name), readOnly: false };
  }
}

function* keysBelow(schema: Schema, attribute: Attribute, value: unknown, path: string): Generator<Key> {
  if (attribute.kind === "component" || attribute.kind === "dynamiczone") {
    const known = attribute.kind === "component" ? ID_KEYS : ZONE_KEYS;
    for (const { component, data } of componentsIn(schema, attribute, value)) {
      yield* keysIn(schema, { model: component, data, path, known, readOnly: NO_KEYS });
    }
  } else if (attribute.kind === "relation" || attribute.kind === "media") {
    for (const item of Array.isArray(value) ? value : [value]) {
      if (isRecord(item)) yield* keysOfLink(schema, attribute, item, path);
    }
  }
}

/** Attributes of the target are accepted without effect: a document as it was read names itself. */
function* keysOfLink(schema: Schema, attribute: LinkAttribute, item: UnknownRecord, path: string): Generator<Key> {
  const { attributes } = schema.target(attribute);
  for (const name of Object.keys(item)) {
    yield { name, path, attribute: null, known: LINK_KEYS.has(name) || attributes.has(name), readOnly: false };
  }
}

function invalidKey(key: string, path?: string | null): EngineError {
  const place = typeof path === "string" && path !== key ? ` at ${path}` : "";
  const details = path === undefined ? { key } : { key, path };
  return new EngineError("validation", `Invalid key ${key}${place}`, { ...details, source: "body" });
}
