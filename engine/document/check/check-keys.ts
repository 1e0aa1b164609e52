import type { Access } from "../../access.ts";
import { EngineError, type Issue, validationError } from "../../error.ts";
import { withFaultsTold } from "../../issue-text.ts";
import type { Attribute, LinkAttribute } from "../../schema/attribute.ts";
import type { AnyModel, ContentType } from "../../schema/content-type.ts";
import type { Schema } from "../../schema/schema.ts";
import { isRecord, type UnknownRecord } from "../../schema/shapes/record.ts";
import { componentsIn } from "../component-data.ts";
import { type DocumentData, readData } from "../data.ts";
import { issueAt, type Path } from "../path.ts";
import { meantName } from "./near-name.ts";

/**
 * Every key of a caller's data is one that may be written (writes, §3): first no `id` or `documentId`, then nothing
 * that is read-only, then nothing unknown, then no relation to a type that the caller may not read. Throws EngineError
 * `validation` for the first fault, `{ key, path, source }` in its details.
 */
export function checkKeys(schema: Schema, type: ContentType, data: DocumentData, access: Access): void {
  for (const name of ["id", "documentId"]) if (Object.hasOwn(data, name)) throw invalidKey(name);
  const keys = [...keysIn(schema, { model: type, data, place: [], known: IDLE_KEYS, readOnly: SERVER_KEYS })];
  for (const isFaulty of [isReadOnly, isUnknown, isUnreadable(access)]) {
    const key = keys.find(isFaulty);
    if (key !== undefined) throw invalidKey(key.name, attributePath(key));
  }
}

/**
 * Every name in the data is that of an attribute, or of something else that every entry has. For programs, which may hand
 * back what they have read: keys that may not be written have no effect, as in the Document Service of Strapi (writes, §16).
 *
 * @throws EngineError `validation` with every name that is unknown, where it stands, and what may be meant by it.
 */
export function checkNames(schema: Schema, type: ContentType, sent: unknown): void {
  const data = readData(sent);
  const issues: Issue[] = [];
  for (const key of keysIn(schema, { model: type, data, place: [], known: ENTRY_KEYS, readOnly: SERVER_KEYS })) {
    if (isUnknown(key)) issues.push(unknownName(key));
  }
  if (issues.length > 0) throw withFaultsTold(validationError(issues));
}

/** A key in the data or in a component, relation or media value inside it. */
interface Key {
  readonly name: string;
  /** Leads to what holds the key. */
  readonly place: Path;
  /** What the names of the key's neighbours are taken from. */
  readonly model: AnyModel;
  readonly attribute: Attribute | null;
  /** Legal without being an attribute. */
  readonly known: boolean;
  readonly readOnly: boolean;
}

/** One level of the data, and the keys that are legal or illegal there whatever the attributes. */
interface Level {
  readonly model: AnyModel;
  readonly data: UnknownRecord;
  /** From the root of the data. */
  readonly place: Path;
  readonly known: ReadonlySet<string>;
  readonly readOnly: ReadonlySet<string>;
}

const SERVER_KEYS = new Set(["createdAt", "updatedAt", "createdBy", "updatedBy", "localizations"]);
/** Accepted without effect. */
const IDLE_KEYS = new Set(["publishedAt", "locale"]);
const ID_KEYS = new Set(["id", "documentId"]);
const ZONE_KEYS = new Set([...ID_KEYS, "__component"]);
const LINK_KEYS = new Set([...ID_KEYS, "connect", "disconnect", "set", "options", ...IDLE_KEYS, ...SERVER_KEYS]);
/** What every entry has, as it is read. */
const ENTRY_KEYS = new Set([...IDLE_KEYS, ...ID_KEYS]);
const NO_KEYS: ReadonlySet<string> = new Set();

const isReadOnly = (key: Key) => key.readOnly;

const isUnknown = (key: Key) => key.attribute === null && !key.known;

function isUnreadable(access: Access): (key: Key) => boolean {
  return ({ attribute }) => attribute?.kind === "relation" && !access.may(attribute.target, "find");
}

/** Depth first, in the order of the data. */
function* keysIn(schema: Schema, { model, data, place, known, readOnly }: Level): Generator<Key> {
  for (const [name, value] of Object.entries(data)) {
    const declared = model.attributes.get(name) ?? null;
    const attribute = declared?.system ? null : declared;
    if (attribute !== null) {
      yield { name, place, model, attribute, known: true, readOnly: !attribute.writable || attribute.kind === "morph" };
      yield* keysBelow(schema, attribute, value, place);
    } else if (readOnly.has(name)) yield { name, place, model, attribute, known: true, readOnly: true };
    else yield { name, place, model, attribute, known: known.has(name), readOnly: false };
  }
}

function* keysBelow(schema: Schema, attribute: Attribute, value: unknown, above: Path): Generator<Key> {
  if (attribute.kind === "component" || attribute.kind === "dynamiczone") {
    const known = attribute.kind === "component" ? ID_KEYS : ZONE_KEYS;
    for (const { component, data, path } of componentsIn(schema, attribute, value)) {
      yield* keysIn(schema, { model: component, data, place: [...above, ...path], known, readOnly: NO_KEYS });
    }
  } else if (attribute.kind === "relation" || attribute.kind === "media") {
    const place = [...above, attribute.name];
    if (!Array.isArray(value)) {
      if (isRecord(value)) yield* keysOfLink(schema, attribute, value, place);
      return;
    }
    for (const [at, item] of value.entries()) {
      if (isRecord(item)) yield* keysOfLink(schema, attribute, item, [...place, at]);
    }
  }
}

/** Attributes of the target are accepted without effect: a document as it was read names itself. */
function* keysOfLink(schema: Schema, attribute: LinkAttribute, item: UnknownRecord, place: Path): Generator<Key> {
  const model = schema.target(attribute);
  for (const name of Object.keys(item)) {
    const known = LINK_KEYS.has(name) || model.attributes.has(name);
    yield { name, place, model, attribute: null, known, readOnly: false };
  }
}

/** Attributes that lead to the key, and the key itself where it is one, without places in lists; null at the top. */
function attributePath({ name, place, attribute, readOnly }: Key): string | null {
  const names = place.filter((step) => typeof step === "string");
  if (attribute !== null || readOnly) names.push(name);
  return names.length === 0 ? null : names.join(".");
}

function invalidKey(key: string, path?: string | null): EngineError {
  const place = typeof path === "string" && path !== key ? ` at ${path}` : "";
  const details = path === undefined ? { key } : { key, path };
  return new EngineError("validation", `Invalid key ${key}${place}`, { ...details, source: "body" });
}

function unknownName({ name, place, model }: Key): Issue {
  return issueAt([...place, name], `is no attribute of ${model.uid}${meantName(name, model.attributes.keys())}`);
}
