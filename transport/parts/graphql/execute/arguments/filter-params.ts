import { type AnyModel, type Attribute, Parameter, type Schema } from "../../../../../engine/internal.ts";

type Params = { readonly [name: string]: unknown };

/**
 * Translates `filters` to the engine's parameters, whose operators begin with `$` (graphql, §7). Null means no condition,
 * except for a field's value, which must be null then. A negation inside a relation becomes one around it.
 */
export function filterParams(schema: Schema, model: AnyModel, filters: unknown): Params | null {
  if (!isParams(filters)) return null;
  const conditions = Object.entries(filters).flatMap(([name, value]) => conditionsOf(schema, model, name, value));
  return conditions.length === 1 ? (conditions[0] ?? null) : { $and: conditions };
}

function conditionsOf(schema: Schema, model: AnyModel, name: string, value: unknown): readonly Params[] {
  if (name === "and" || name === "or") {
    const parts = listOf(value).flatMap((item) => filterParams(schema, model, item) ?? []);
    return value === null ? [] : [{ [`$${name}`]: parts }];
  }
  if (name === "not") return [{ $not: filterParams(schema, model, value) }];
  const attribute = model.attributes.get(name);
  const target = attribute === undefined ? null : targetOf(schema, attribute);
  if (target !== null) return throughLink(schema, target, name, isParams(value) ? value : {});
  return [{ [name]: isParams(value) ? operators(value, isJson(attribute)) : value }];
}

function throughLink(schema: Schema, target: AnyModel, name: string, { not, ...rest }: Params): readonly Params[] {
  // Without conditions, too, the name is checked: the caller may have no right to read it.
  const plain = Object.keys(rest).length === 0 ? {} : filterParams(schema, target, rest);
  const inside = isParams(not) && Object.keys(rest).length === 0 ? [] : [{ [name]: plain }];
  return isParams(not) ? [...inside, { $not: { [name]: filterParams(schema, target, not) } }] : inside;
}

/** Operators on a value; operators of json accept any value, and the engine takes its text. */
function operators(value: Params, json: boolean): Params {
  const renamed = Object.entries(value).map(([name, operand]) => {
    if (name === "not") return ["$not", isParams(operand) ? operators(operand, json) : operand] as const;
    return [`$${name}`, json ? jsonOperand(name, operand) : operand] as const;
  });
  return Object.fromEntries(renamed);
}

const OF_LISTS: ReadonlySet<string> = new Set(["in", "notIn", "between", "and", "or"]);

function jsonOperand(operator: string, operand: unknown): unknown {
  if (OF_LISTS.has(operator) && Array.isArray(operand)) return operand.map(jsonText);
  return jsonText(operand);
}

function jsonText(value: unknown): unknown {
  return Array.isArray(value) || isParams(value) ? JSON.stringify(value) : value;
}

function isJson(attribute: Attribute | undefined): boolean {
  return attribute?.kind === "scalar" && (attribute.type === "json" || attribute.type === "blocks");
}

function targetOf(schema: Schema, attribute: Attribute): AnyModel | null {
  if (attribute.kind === "relation") return schema.target(attribute);
  return attribute.kind === "component" ? schema.component(attribute.component) : null;
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function isParams(value: unknown): value is Params {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Parameter);
}
