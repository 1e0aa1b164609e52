import type { Access } from "../../access.ts";
import { EngineError, type Issue, validationError } from "../../error.ts";
import { withFaultsInMessage } from "../../issue-text.ts";
import type { Rules } from "../../rules.ts";
import type { Attribute, MorphAttribute } from "../../schema/attribute.ts";
import type { AnyModel, ContentType } from "../../schema/content-type.ts";
import { READ_ONLY_FIELDS } from "../../schema/entry-fields.ts";
import type { Schema } from "../../schema/schema.ts";
import { isRecord, type UnknownRecord } from "../../schema/shapes/record.ts";
import { componentsIn } from "../component-data.ts";
import { type DocumentData, readData } from "../data.ts";
import { issueAt, type Path } from "../path.ts";
import { isTypedList, morphItems, morphType } from "./morph-items.ts";
import { meantName } from "./near-name.ts";

/**
 * Checks that a caller may write every key of its data (writes, §3). Order of the checks: `id` and `documentId`,
 * read-only keys, unknown keys, relations to types that the caller may not read. Throws EngineError `validation` for
 * the first fault, with `{ key, path, source }` in its details.
 */
export function checkKeys(
  schema: Schema,
  model: AnyModel,
  data: DocumentData,
  access: Access,
  { morphForms }: Pick<Rules, "morphForms">,
): void {
  if (isFlat(schema, model, data, access)) return;
  for (const name of ["id", "documentId"]) if (Object.hasOwn(data, name)) throw invalidKey(name);
  const walk: Walk = { schema, morphForms };
  const keys = [...keysIn(walk, { model, data, parent: [], known: IDLE_KEYS, readOnly: READ_ONLY_FIELDS })];
  for (const isFaulty of [isReadOnly, isUnknown, isUnreadable(access)]) {
    const key = keys.find(isFaulty);
    if (key !== undefined) throw invalidKey(key.name, attributePath(key));
  }
}

/**
 * Checks that every name in the data is an attribute or a field that all entries have. For programs, which may write
 * back an entry as they read it: keys that cannot be written have no effect, as in Strapi's Document Service (writes,
 * §16).
 *
 * @throws EngineError `validation` with every unknown name, its path, and a suggestion.
 */
export function checkNames(schema: Schema, type: ContentType, sent: unknown): void {
  const data = readData(sent);
  const issues: Issue[] = [];
  const walk: Walk = { schema, morphForms: "any" };
  for (const key of keysIn(walk, { model: type, data, parent: [], known: ENTRY_KEYS, readOnly: READ_ONLY_FIELDS })) {
    if (isUnknown(key)) issues.push(unknownName(key));
  }
  if (issues.length > 0) throw withFaultsInMessage(validationError(issues));
}

/**
 * Whether all keys may be written, as far as can be seen without listing them: of data without components, as most data is.
 * False only means that they are to be looked at one by one.
 */
function isFlat(schema: Schema, { attributes }: AnyModel, data: DocumentData, access: Access): boolean {
  for (const name of Object.keys(data)) {
    const attribute = attributes.get(name);
    if (attribute === undefined ? !IDLE_KEYS.has(name) : attribute.system || !attribute.writable) return false;
    if (attribute === undefined || attribute.kind === "scalar") continue;
    if (attribute.kind !== "relation" && attribute.kind !== "media") return false;
    if (attribute.kind === "relation" && !access.may(attribute.target, "find")) return false;
    if (!hasLinkKeys(schema.target(attribute), data[name])) return false;
  }
  return true;
}

function hasLinkKeys(model: AnyModel, value: unknown): boolean {
  if (Array.isArray(value)) return value.every((item) => !isRecord(item) || hasLinkKeys(model, item));
  return !isRecord(value) || Object.keys(value).every((name) => LINK_KEYS.has(name) || model.attributes.has(name));
}

/** A key of the data, or of a component, relation or media value inside it. */
interface Key {
  readonly name: string;
  /** Path of the object that has the key. */
  readonly parent: Path;
  /** Names that a suggestion for the key is chosen from. */
  readonly model: AnyModel;
  readonly attribute: Attribute | null;
  /** Whether the key is legal without being an attribute. */
  readonly known: boolean;
  readonly readOnly: boolean;
  /** uid of the content type that a relation at this key targets. */
  readonly target?: string;
}

/** Context of each level of a walk over data. */
interface Walk extends Pick<Rules, "morphForms"> {
  readonly schema: Schema;
}

/** One level of the data, and the keys that are legal or illegal there besides the attributes. */
interface Level {
  readonly model: AnyModel;
  readonly data: UnknownRecord;
  /** Path from the root of the data. */
  readonly parent: Path;
  readonly known: ReadonlySet<string>;
  readonly readOnly: ReadonlySet<string>;
}

/** Keys that are accepted and have no effect. */
const IDLE_KEYS = new Set(["publishedAt", "locale"]);
const ID_KEYS = new Set(["id", "documentId"]);
const ZONE_KEYS = new Set([...ID_KEYS, "__component"]);
const LINK_KEYS = new Set([...ID_KEYS, "connect", "disconnect", "set", "options", ...IDLE_KEYS, ...READ_ONLY_FIELDS]);
const MORPH_KEYS = new Set([...LINK_KEYS, "__type"]);
/** Fields that every entry has in answers. */
const ENTRY_KEYS = new Set([...IDLE_KEYS, ...ID_KEYS]);
const NO_KEYS: ReadonlySet<string> = new Set();

const isReadOnly = (key: Key) => key.readOnly;

const isUnknown = (key: Key) => key.attribute === null && !key.known;

function isUnreadable(access: Access): (key: Key) => boolean {
  return ({ target }) => target !== undefined && !access.may(target, "find");
}

/** Depth first, in the order of the data. */
function* keysIn(walk: Walk, { model, data, parent, known, readOnly }: Level): Generator<Key> {
  for (const [name, value] of Object.entries(data)) {
    const declared = model.attributes.get(name) ?? null;
    const attribute = declared?.system ? null : declared;
    if (attribute !== null) {
      const target = attribute.kind === "relation" ? { target: attribute.target } : {};
      const readOnly = !attribute.writable || isUntyped(walk, attribute, value);
      yield { name, parent, model, attribute, known: true, readOnly, ...target };
      yield* keysBelow(walk, model, attribute, value, parent);
    } else if (readOnly.has(name)) yield { name, parent, model, attribute, known: true, readOnly: true };
    else yield { name, parent, model, attribute, known: known.has(name), readOnly: false };
  }
}

/** Recorded: a morph attribute is treated as read-only unless all its documents are in lists that name their types. */
function isUntyped({ morphForms }: Walk, attribute: Attribute, value: unknown): boolean {
  return morphForms === "typed lists" && attribute.kind === "morph" && !isTypedList(attribute, value);
}

function* keysBelow(walk: Walk, owner: AnyModel, attribute: Attribute, value: unknown, above: Path): Generator<Key> {
  const { schema } = walk;
  if (attribute.kind === "component" || attribute.kind === "dynamiczone") {
    const known = attribute.kind === "component" ? ID_KEYS : ZONE_KEYS;
    for (const { component, data, path } of componentsIn(schema, attribute, value)) {
      yield* keysIn(walk, { model: component, data, parent: [...above, ...path], known, readOnly: NO_KEYS });
    }
  } else if (attribute.kind === "relation" || attribute.kind === "media") {
    const model = schema.target(attribute);
    for (const { item, parent } of recordsIn(value, [...above, attribute.name]))
      yield* keysOfLink(model, item, parent, LINK_KEYS);
  } else if (attribute.kind === "morph") {
    yield* typesIn(walk, attribute, value, above);
    for (const { item, parent } of recordsIn(value, [...above, attribute.name]))
      yield* keysOfLink(morphType(schema, item) ?? owner, item, parent, MORPH_KEYS);
  }
}

/** The objects in a value: the value itself, or the items of a list. */
function* recordsIn(value: unknown, parent: Path): Generator<{ readonly item: UnknownRecord; readonly parent: Path }> {
  if (isRecord(value)) yield { item: value, parent };
  if (!Array.isArray(value)) return;
  for (const [at, item] of value.entries()) if (isRecord(item)) yield { item, parent: [...parent, at] };
}

/** The content types that a morph attribute's value targets, as keys named after the attribute. */
function* typesIn({ schema }: Walk, attribute: MorphAttribute, value: unknown, parent: Path): Generator<Key> {
  for (const item of morphItems(attribute, value)) {
    const model = morphType(schema, item.value);
    if (model === undefined) continue;
    yield { name: attribute.name, parent, model, attribute, known: true, readOnly: false, target: model.uid };
  }
}

/** Attributes of the target are accepted without effect: callers send documents back as they read them. */
function* keysOfLink(model: AnyModel, item: UnknownRecord, parent: Path, keys: ReadonlySet<string>): Generator<Key> {
  for (const name of Object.keys(item)) {
    const known = keys.has(name) || model.attributes.has(name);
    yield { name, parent, model, attribute: null, known, readOnly: false };
  }
}

/** Attributes on the path to the key, including the key if it is one; list indexes are left out. Null at the top level. */
function attributePath({ name, parent, attribute, readOnly }: Key): string | null {
  const names = parent.filter((step) => typeof step === "string");
  if (attribute !== null || readOnly) names.push(name);
  return names.length === 0 ? null : names.join(".");
}

function invalidKey(key: string, path?: string | null): EngineError {
  const where = typeof path === "string" && path !== key ? ` at ${path}` : "";
  const details = path === undefined ? { key } : { key, path };
  return new EngineError("validation", `Invalid key ${key}${where}`, { ...details, source: "body" });
}

function unknownName({ name, parent, model }: Key): Issue {
  return issueAt([...parent, name], `is not an attribute of ${model.uid}${meantName(name, model.attributes.keys())}`);
}
