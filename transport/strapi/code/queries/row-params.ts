import { type AnyModel, isEntryField, isRecord, type RawParams, type Schema } from "../../../../engine/internal.ts";
import type { Loose } from "../strapi-object.ts";
import { definedConditions } from "./undefined-values.ts";

/** Parameters of `strapi.db.query`. */
export interface RowParams {
  readonly where?: unknown;
  /** More conditions: both `where` and these hold. */
  readonly filters?: unknown;
  /** A search in all texts. */
  readonly _q?: unknown;
  readonly select?: unknown;
  readonly populate?: unknown;
  readonly orderBy?: unknown;
  readonly limit?: number;
  readonly offset?: number;
}

/**
 * The parameters of `strapi.db.query` as a list's.
 *
 * @throws Error for a condition on an attribute that the type does not have: Strapi's database refuses it too.
 */
export function listParams(schema: Schema, model: AnyModel, given: RowParams): RawParams {
  const { _q, select, populate, orderBy, limit, offset } = given;
  const where = whereOf(given);
  const fields = select === undefined ? undefined : namesIn(select);
  return {
    ...(where !== null && { filters: filtersOf(schema, model, defined(schema, model, where)) }),
    ...(_q !== undefined && _q !== null && { _q }),
    ...(fields !== undefined && fields[0] !== "*" && { fields: fields.filter((name) => name !== "id") }),
    ...(populate !== undefined && { populate: populateOf(schema, model, populate) }),
    ...(orderBy !== undefined && { sort: sortOf(orderBy) }),
    ...((limit !== undefined || offset !== undefined) && {
      pagination: { start: offset ?? 0, ...(limit !== undefined && { limit }) },
    }),
  } as RawParams;
}

function whereOf({ where = null, filters = null }: RowParams): unknown {
  if (typeof filters === "function") throw new Error("Functions as filters of strapi.db.query are not there in Galley");
  return where !== null && filters !== null ? { $and: [where, filters] } : (where ?? filters);
}

function defined(schema: Schema, model: AnyModel, where: unknown): Loose {
  return definedConditions(where, (name) => {
    const attribute = model.attributes.get(name);
    return attribute !== undefined && schema.behind(attribute) !== null;
  });
}

function namesIn(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.map(String) : [String(value)];
}

function filtersOf(schema: Schema, model: AnyModel, where: Loose): Loose {
  if (Array.isArray(where)) return { $and: where.map((each) => filtersOf(schema, model, each)) };
  const filters: Record<string, Loose> = {};
  for (const [name, value] of Object.entries<Loose>(where)) {
    if (name === "$and" || name === "$or") {
      filters[name] = value.map((each: Loose) => filtersOf(schema, model, each));
    } else if (name === "$not") filters[name] = filtersOf(schema, model, value);
    else filters[name] = conditionOf(schema, model, name, value);
  }
  return filters;
}

function conditionOf(schema: Schema, model: AnyModel, name: string, value: Loose): Loose {
  const attribute = model.attributes.get(name);
  if (attribute === undefined && !isEntryField(name)) {
    throw new Error(`${model.uid} has no attribute ${name}`);
  }
  const behind = attribute === undefined ? null : schema.behind(attribute);
  if (behind === null || value === null) return scalarCondition(value);
  if (!isRecord(value)) return { id: scalarCondition(value) };
  const isOperators = Object.keys(value).some((key) => key.startsWith("$") && !/^\$(?:and|or|not)$/.test(key));
  return isOperators ? { id: value } : filtersOf(schema, behind, value);
}

function scalarCondition(value: Loose): Loose {
  if (value === null) return { $null: true };
  if (Array.isArray(value)) return { $in: value };
  if (isRecord(value) && value.$eq === null) return { $null: true };
  if (isRecord(value) && value.$ne === null) return { $notNull: true };
  return value;
}

function populateOf(schema: Schema, model: AnyModel, populate: Loose): Loose {
  if (populate === true || populate === "*") return "*";
  if (typeof populate === "string") return [populate];
  if (Array.isArray(populate) || !isRecord(populate)) return populate;
  return Object.fromEntries(
    Object.entries<Loose>(populate)
      .filter(([, given]) => given !== false && given !== undefined)
      .map(([name, given]) => {
        const attribute = model.attributes.get(name);
        const behind = attribute === undefined ? model : (schema.behind(attribute) ?? model);
        if (!isRecord(given)) return [name, given];
        const { on, ...params } = given;
        if (on !== undefined) return [name, given];
        const { pagination, ...inner } = listParams(schema, behind, params as RowParams) as Loose;
        return [name, Object.keys(inner).length === 0 ? true : { ...inner, ...pagination }];
      }),
  );
}

/** `title`, `{ title: "asc" }`, `{ author: { name: "asc" } }`, or a list of them. */
function sortOf(orderBy: Loose): readonly string[] {
  if (Array.isArray(orderBy)) return orderBy.flatMap(sortOf);
  if (!isRecord(orderBy)) return [String(orderBy)];
  return Object.entries<Loose>(orderBy).flatMap(([name, order]) =>
    isRecord(order) ? sortOf(order).map((inner) => `${name}.${inner}`) : [`${name}:${order}`],
  );
}

/** A row with what was selected alone, and so what it populates, as a database gives it. */
export function onlySelected(row: Loose, { select, populate }: RowParams): Loose {
  if (row === null) return row;
  const inner = isRecord(populate) ? Object.entries<Loose>(populate).filter(([, given]) => isRecord(given)) : [];
  const shown = { ...row };
  for (const [name, params] of inner) {
    const value = shown[name];
    if (Array.isArray(value)) shown[name] = value.map((each) => onlySelected(each, params));
    else if (isRecord(value)) shown[name] = onlySelected(value, params);
  }
  if (select === undefined || namesIn(select)[0] === "*") return shown;
  const populated = isRecord(populate)
    ? Object.keys(populate)
    : populate === undefined
      ? []
      : namesIn(populate).map((name) => name.split(".")[0] ?? name);
  const kept = new Set([...namesIn(select), ...populated, ...(populated.length > 0 ? ["id"] : [])]);
  return Object.fromEntries(Object.entries(shown).filter(([name]) => kept.has(name)));
}

/** `findPage`, by `findWithCount`. */
export async function foundPage(
  { page = 1, pageSize = 10, ...params }: Loose = {},
  findWithCount: (params: Loose) => Promise<readonly [results: readonly Loose[], total: number]>,
): Promise<Loose> {
  const limit = Number(pageSize);
  const [results, total] = await findWithCount({ ...params, limit, offset: (Number(page) - 1) * limit });
  return { results, pagination: { page: Number(page), pageSize: limit, pageCount: Math.ceil(total / limit), total } };
}
