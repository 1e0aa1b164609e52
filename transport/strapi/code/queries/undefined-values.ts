import type { Loose } from "../strapi-object.ts";

/** Operators for which the database takes an undefined value as null. */
const NULLISH = /^\$(?:eq|ne|eqi|nei|notContainsi?|containsi?|(?:starts|ends)Withi?)$/;

/**
 * Conditions whose undefined values are null, as Strapi's database takes them. A condition is never left out because code had no
 * value for it: it would hold for all rows.
 *
 * @throws Error for a condition that the database refuses without a value.
 */
export function definedConditions(given: Loose, isRelation: (name: string) => boolean): Loose {
  if (Array.isArray(given)) return given.map((each) => definedConditions(each, isRelation));
  if (!isPlain(given)) return given;
  return Object.fromEntries(
    Object.entries(given).map(([name, value]) => [
      name,
      value === undefined ? absent(name, isRelation) : definedConditions(value, isRelation),
    ]),
  );
}

function absent(name: string, isRelation: (name: string) => boolean): null | false {
  if (name === "$and" || name === "$or") throw new Error(`Operator ${name} must be an array`);
  if (name === "$null" || name === "$notNull") return false;
  const isRefused = name.startsWith("$") ? !NULLISH.test(name) : name === "id" || isRelation(name);
  if (isRefused) throw new Error(`Undefined binding(s) detected when compiling WHERE. Undefined column(s): [${name}]`);
  return null;
}

function isPlain(value: unknown): value is object {
  if (typeof value !== "object" || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/** The parameters of a call of the Document Service with such `filters`. `pagination` has no effect there: code names `start`. */
export function documentParams(params: Loose, isRelation: (name: string) => boolean): Loose {
  if (typeof params !== "object" || params === null) return params;
  const { pagination: _, ...others } = params;
  return isPlain(others.filters) ? { ...others, filters: definedConditions(others.filters, isRelation) } : others;
}
