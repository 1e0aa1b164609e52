import { type Attribute, type Model, type Models, SYSTEM } from "../model/model.ts";

/** One filter: `author.name`, `$contains`, `Ann`. */
export interface Condition {
  readonly field: string;
  readonly operator: string;
  readonly value: string;
}

export interface Operator {
  readonly name: string;
  readonly title: string;
  /** The form of the value: a text, `true` or `false`, or a comma-separated list. */
  readonly value: "text" | "boolean" | "list";
}

const operator = (name: string, title: string, value: Operator["value"] = "text"): Operator => ({ name, title, value });

const EQUALITY = [operator("$eq", "is"), operator("$ne", "is not"), operator("$in", "is one of", "list")];
const NULLS = [operator("$null", "is empty", "boolean"), operator("$notNull", "is not empty", "boolean")];
const ORDER = [operator("$lt", "<"), operator("$lte", "≤"), operator("$gt", ">"), operator("$gte", "≥")];
const RANGE = [operator("$between", "between", "list")];
const TEXT = [
  operator("$containsi", "contains"),
  operator("$startsWithi", "starts with"),
  operator("$endsWithi", "ends with"),
  operator("$notContainsi", "does not contain"),
];

/** The operators for an attribute's type. */
export function operatorsFor({ type }: Pick<Attribute, "type">): readonly Operator[] {
  switch (type) {
    case "boolean":
      return [operator("$eq", "is", "boolean"), ...NULLS];
    case "integer":
    case "biginteger":
    case "decimal":
    case "float":
    case "date":
    case "datetime":
    case "time":
    case "timestamp":
      return [...EQUALITY, ...ORDER, ...RANGE, ...NULLS];
    case "enumeration":
      return [...EQUALITY, ...NULLS];
    case "json":
    case "blocks":
      return NULLS;
    default:
      return [...TEXT, ...EQUALITY, ...NULLS];
  }
}

const UNFILTERED = new Set(["relation", "media", "component", "dynamiczone", "password"]);

/** The fields that can be filtered: the type's own values, and values one relation or component away. */
export function filterFields(model: Model, models: Models): readonly Attribute[] {
  const own = model.attributes.filter(({ type }) => !UNFILTERED.has(type));
  const linked = model.attributes.flatMap(({ name, target, component }) => {
    const next = models.byUid(target ?? component);
    const values = next?.attributes.filter(({ type }) => !UNFILTERED.has(type)) ?? [];
    return values.map((attribute) => ({ ...attribute, name: `${name}.${attribute.name}` }));
  });
  return [...own, ...SYSTEM, ...linked];
}

/** The REST parameters: `filters[author][name][$eq]=Ann`; a list has one for each value. */
export function conditionParameters(
  { field, operator, value }: Condition,
  root: string,
): readonly (readonly [string, string])[] {
  const name = `${root}${field
    .split(".")
    .map((step) => `[${step}]`)
    .join("")}[${operator}]`;
  if (operator !== "$in" && operator !== "$between") return [[name, value]];
  return value.split(",").map((item, at) => [`${name}[${at}]`, item.trim()] as const);
}
