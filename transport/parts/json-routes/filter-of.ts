import type { Attribute, ScalarType, UnknownRecord } from "../../../engine/internal.ts";
import { LEGACY_ID } from "../../json-server/legacy-id.ts";
import type { Condition } from "./list-params.ts";
import type { Resource } from "./resource.ts";

/** A filter of the engine; `never`: no row meets the condition; null: the engine has no filter for it. */
export type EngineFilter = UnknownRecord | "never" | null;

/** Finds the resource of a content type. */
export type ResourceOf = (uid: string) => Resource | undefined;

/** The filter for a condition whose path is a key of rows. Values are compared as texts where the attribute has texts. */
export function filterOf(resource: Resource, condition: Condition, resourceOf: ResourceOf): EngineFilter {
  const { path } = condition;
  if (path === resource.idKey) return resource.isSingle ? null : idFilter(resource, condition);
  const attribute = resource.attribute(path);
  if (attribute !== undefined) return attributeFilter(attribute, condition, resourceOf);
  // `author.name`: a value behind a relation.
  const [first = "", ...rest] = path.split(".");
  const relation = resource.type.attributes.get(first);
  const target = relation?.kind === "relation" && !relation.many ? resourceOf(relation.target) : undefined;
  if (target === undefined || rest.length === 0) return null;
  return below(first, filterOf(target, { ...condition, path: rest.join(".") }, resourceOf));
}

/** The filter for rows with one of these ids. */
export function idsFilter(resource: Resource, texts: readonly string[]): EngineFilter {
  return idFilter(resource, { path: resource.idKey, operator: "eq", texts });
}

function idFilter({ idAttribute }: Resource, condition: Condition): EngineFilter {
  if (idAttribute === undefined) return scalarFilter("id", "integer", condition);
  if (idAttribute.kind !== "scalar") return null;
  if (idAttribute.type !== "json") return scalarFilter(LEGACY_ID, idAttribute.type, condition);
  if (condition.operator !== "eq") return null;
  // As JSON texts: a number, or a text.
  const forms = condition.texts.flatMap((text) => [...(isNumber(text) ? [text] : []), JSON.stringify(text)]);
  return { [LEGACY_ID]: { $in: forms } };
}

function attributeFilter(attribute: Attribute, condition: Condition, resourceOf: ResourceOf): EngineFilter {
  if (attribute.kind === "scalar") return scalarFilter(attribute.name, attribute.type, condition);
  const target = attribute.kind === "relation" ? resourceOf(attribute.target) : undefined;
  return target === undefined
    ? null
    : below(attribute.name, filterOf(target, { ...condition, path: target.idKey }, resourceOf));
}

function below(name: string, filter: EngineFilter): EngineFilter {
  return filter === null || filter === "never" ? filter : { [name]: filter };
}

const TEXTS = new Set<ScalarType>([
  "string",
  "text",
  "richtext",
  "email",
  "uid",
  "enumeration",
  "biginteger",
  "date",
  "time",
]);
const NUMBERS = new Set<ScalarType>(["integer", "float", "decimal"]);
const ORDERED = new Set(["lt", "lte", "gt", "gte"]);
/** Characters with a meaning in a regular expression. */
const PATTERN = /[\\^$.*+?()[\]{}|]/;

function scalarFilter(name: string, type: ScalarType, { operator, texts }: Condition): EngineFilter {
  const isText = TEXTS.has(type);
  if (operator === "like" || operator === "contains" || operator === "startsWith" || operator === "endsWith") {
    const isPlain = operator !== "like" || !texts.some((text) => PATTERN.test(text));
    if (!isText || type === "biginteger" || !isPlain) return null;
    const word = operator === "startsWith" || operator === "endsWith" ? `$${operator}i` : "$containsi";
    return anyOf(texts.map((text) => ({ [name]: { [word]: text } })));
  }
  const values = isText ? texts : NUMBERS.has(type) ? texts.filter(isNumber).map(Number) : booleansIn(type, texts);
  if (values === null || (type === "biginteger" && !texts.every(isNumber))) return null;
  if ((type === "date" || type === "time") && !texts.every((text) => /^\d[\d:.-]{7,11}$/.test(text))) return null;
  const isThere = { [name]: { $notNull: true } };
  if (operator === "ne") return { $and: [isThere, ...values.map((value) => ({ [name]: { $ne: value } }))] };
  if (ORDERED.has(operator)) {
    if (type === "boolean") return null;
    return anyOf(values.map((value) => ({ [name]: { [`$${operator}`]: value } })));
  }
  return anyOf(values.map((value) => ({ [name]: { $eq: value } })));
}

function booleansIn(type: ScalarType, texts: readonly string[]): readonly boolean[] | null {
  if (type !== "boolean") return null;
  return texts.filter((text) => text === "true" || text === "false").map((text) => text === "true");
}

/** As JavaScript writes it, so that `01` equals no number. */
function isNumber(text: string): boolean {
  return String(Number(text)) === text && Number.isFinite(Number(text));
}

/** Conditions joined by or, within what one list may hold. */
function anyOf(filters: readonly UnknownRecord[]): EngineFilter {
  const [first, ...more] = filters;
  if (first === undefined) return "never";
  return more.length === 0 ? first : { $or: filters };
}
