import type { AnyModel, RawParams } from "../../../engine/internal.ts";
import { FULL } from "../../arbitraries/callers.ts";
import { CONTENT_SCHEMA } from "../../arbitraries/content-schema.ts";
import { fieldsOf, linksOf, zonesOf } from "../../arbitraries/queries/fields-of.ts";
import type { OperandType } from "../../arbitraries/queries/operands.ts";
import { isRecord } from "../../support/vectors/differences.ts";

/** Marks a condition that is left out. */
const DROPPED = Symbol("dropped");

const PRESENCE = ["$null", "$notNull"];
const FOLDING = ["$eqi", "$nei", "$containsi", "$notContainsi", "$startsWithi", "$endsWithi"];
/** SQLite compares these without regard to case. */
const LIKE = ["$contains", "$notContains", "$startsWith", "$endsWith"];
const TEXT: readonly OperandType[] = ["string", "text", "richtext", "email", "uid", "enumeration"];

/**
 * The parameters without what the database of a real Strapi, and not Strapi, decides: numeric ids and the order of
 * documentIds, letters that SQLite does not fold, texts of structured values, numbers beyond its precision. Left out too
 * are the forms that always make a real Strapi fail (500), because they would hide what stands beside them.
 */
export function portable(model: AnyModel, params: RawParams): RawParams {
  const { filters, sort, populate, _q, ...rest } = params;
  return {
    ...rest,
    ...(filters === undefined ? {} : { filters: portableFilters(model, filters) }),
    ...(sort === undefined ? {} : { sort: portableSort(sort, isPortableKey) }),
    ...(populate === undefined ? {} : { populate: portablePopulate(model, populate) }),
    ...(typeof _q === "string" && isPortableSearch(_q) ? { _q } : {}),
  };
}

/** A search also looks at ids, and takes `_` for any letter. */
function isPortableSearch(text: string): boolean {
  return !/^[a-z0-9]{1,4}$/i.test(text) && !text.includes("_") && !hasForeignLetters(text);
}

function portableFilters(model: AnyModel, filters: unknown): unknown {
  if (Array.isArray(filters)) return filters.map((item) => portableFilters(model, item)).filter(isMeaningful);
  if (!isRecord(filters)) return filters;
  const kept = Object.entries(filters).map(([name, raw]) => [name, portableMember(model, name, raw)] as const);
  return Object.fromEntries(kept.filter(([, raw]) => isMeaningful(raw)));
}

function portableMember(model: AnyModel, name: string, raw: unknown): unknown {
  if (name === "$not" && Array.isArray(raw)) {
    return raw.every((item) => isAboutText(model, item)) ? portableFilters(model, raw) : DROPPED;
  }
  if (name.startsWith("$")) return portableFilters(model, raw);
  const link = linksOf(model, FULL).find((each) => each.name === name);
  if (link !== undefined) return behindLink(link.target, raw);
  const field = fieldsOf(model).find((each) => each.name === name);
  return field === undefined ? raw : conditionsOn(field.type, raw);
}

/** A list under `$not` fails where an operand is no text, or belongs to another entry. */
function isAboutText(model: AnyModel, item: unknown): boolean {
  if (!isRecord(item)) return false;
  const fields = Object.keys(item).map((name) => fieldsOf(model).find((each) => each.name === name));
  return fields.every((field) => field !== undefined && TEXT.includes(field.type));
}

/** `$not` right below a relation fails, and so does an operator beside attributes; ids are numeric there. */
function behindLink(target: AnyModel, raw: unknown): unknown {
  if (raw === null) return raw;
  if (!isRecord(raw) || "$not" in raw) return DROPPED;
  const keys = Object.keys(raw);
  if (keys.some((key) => key.startsWith("$") && !["$and", "$or"].includes(key))) {
    return keys.length === 1 && keys[0] === "$null" ? raw : DROPPED;
  }
  return keys.length > 1 && keys.some((key) => key.startsWith("$")) ? DROPPED : portableFilters(target, raw);
}

/** The conditions under the name of a field; `$and` and `$or` fail there. */
function conditionsOn(type: OperandType, raw: unknown): unknown {
  if (!isRecord(raw)) {
    return isPortableOperation(type, "$eq", raw) ? raw : DROPPED;
  }
  const kept = Object.entries(raw).flatMap(([operator, operand]) => {
    if (operator === "$and" || operator === "$or") return [];
    if (operator !== "$not") return isPortableOperation(type, operator, operand) ? [[operator, operand] as const] : [];
    const items = (Array.isArray(operand) ? operand : [operand]).map((item) => conditionsOn(type, item));
    return items.every(isMeaningful) ? [[operator, Array.isArray(operand) ? items : items[0]] as const] : [];
  });
  return Object.fromEntries(kept);
}

function isMeaningful(value: unknown): boolean {
  return value !== DROPPED && !(typeof value === "object" && value !== null && Object.keys(value).length === 0);
}

function isPortableOperation(type: OperandType, operator: string, operand: unknown): boolean {
  if (PRESENCE.includes(operator)) return true;
  if (type === "id" || type === "json" || type === "blocks") return false;
  const values = (Array.isArray(operand) ? operand : [operand]).map(String);
  if (type === "documentId") return ["$eq", "$ne", "$in", "$notIn"].includes(operator);
  if (FOLDING.includes(operator)) return TEXT.includes(type) && !values.some(hasForeignLetters);
  if (LIKE.includes(operator)) return TEXT.includes(type) && !values.some(hasLetters);
  return type !== "biginteger" || values.every((value) => Number.isSafeInteger(Number(value)));
}

function hasLetters(text: string): boolean {
  return text.toLowerCase() !== text.toUpperCase();
}

function hasForeignLetters(text: string): boolean {
  return [...text].some((letter) => letter > "\u007f" && hasLetters(letter));
}

function portableSort(sort: unknown, isPortable: (key: string) => boolean): unknown {
  if (typeof sort === "string") return sort.split(",").filter(isPortable).join(",");
  return Array.isArray(sort) ? sort.filter((key) => isPortable(typeof key === "string" ? key : dotted(key))) : sort;
}

/** The names of `{ a: { b: "asc" } }` as `a.b`. */
function dotted(key: unknown): string {
  return isRecord(key)
    ? Object.entries(key)
        .map(([name, below]) => (isRecord(below) ? `${name}.${dotted(below)}` : name))
        .join()
    : "";
}

/** Each server makes documentIds of its own, and SQLite keeps some structured values as bare text. */
function isPortableKey(key: string): boolean {
  return !/(^|\.)(documentId|data|blocks)\b/.test(key);
}

/** The sort with a last key that leaves nothing open: both servers number the entries in the order of the writes. */
export function settled(sort: unknown): unknown {
  if (Array.isArray(sort)) return [...sort, typeof sort[0] === "object" ? { id: "asc" } : "id"];
  return typeof sort === "string" && sort !== "" ? `${sort},id` : "id";
}

function portablePopulate(model: AnyModel, populate: unknown): unknown {
  if (!isRecord(populate)) return populate;
  return Object.fromEntries(
    Object.entries(populate).map(([name, options]) => [name, portableOptions(model, name, options)]),
  );
}

function portableOptions(model: AnyModel, name: string, options: unknown): unknown {
  if (!isRecord(options)) return options;
  const link = linksOf(model, FULL).find((each) => each.name === name);
  if (link !== undefined) return portableBelow(link.target, options);
  if (!zonesOf(model).some((zone) => zone.name === name) || !isRecord(options.on)) return options;
  const on = Object.entries(options.on).map(([uid, below]) => [
    uid,
    isRecord(below) ? portableBelow(CONTENT_SCHEMA.component(uid), below) : below,
  ]);
  return { ...options, on: Object.fromEntries(on) };
}

/** Populated entries cannot be sorted by their own relations. */
function portableBelow(model: AnyModel, { sort, ...options }: RawParams): RawParams {
  const rest = portable(model, options);
  if (sort === undefined) return rest;
  return { ...rest, sort: settled(portableSort(sort, (key) => isPortableKey(key) && !key.includes("."))) };
}
