import type { Access, AnyModel } from "../../../engine/internal.ts";
import { fc } from "../../support/fast-check.ts";
import { FULL } from "../callers.ts";
import { madeOnce } from "../made-once.ts";
import { fieldsOf, linksOf } from "./fields-of.ts";
import { type OperandType, operandOf, piece } from "./operands.ts";

export type RawObject = { readonly [name: string]: unknown };

const ORDERS = ["$eq", "$ne", "$lt", "$lte", "$gt", "$gte"] as const;
const TEXT_OPERATORS = [
  ...["$eqi", "$nei", "$contains", "$notContains", "$containsi", "$notContainsi"],
  ...["$startsWith", "$endsWith", "$startsWithi", "$endsWithi"],
] as const;
const FLAGS = ["true", "t", "1", "false", "f", "0", "", "no", null] as const;

const few = { minLength: 1, maxLength: 3 } as const;

/** One value, none, or a list; any value of a list may hold. */
function oneOrMore(value: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  return fc.oneof(
    { weight: 8, arbitrary: value },
    { weight: 1, arbitrary: fc.constant(null) },
    { weight: 1, arbitrary: fc.array(value, few) },
  );
}

/** An operator with an operand for a field of this type. */
function operation(type: OperandType): fc.Arbitrary<RawObject> {
  const value = operandOf(type);
  const list = fc.array(fc.option(value, { freq: 12 }), few);
  const one = (operator: fc.Arbitrary<string>, operand: fc.Arbitrary<unknown>) =>
    fc.tuple(operator, operand).map(([name, raw]): RawObject => ({ [name]: raw }));
  return fc.oneof(
    { weight: 5, arbitrary: one(fc.constantFrom(...ORDERS), oneOrMore(value)) },
    { weight: 4, arbitrary: one(fc.constantFrom(...TEXT_OPERATORS), oneOrMore(fc.oneof(value, piece))) },
    { weight: 2, arbitrary: one(fc.constantFrom("$in", "$notIn"), fc.oneof(list, value)) },
    { weight: 1, arbitrary: one(fc.constant("$between"), fc.tuple(value, value)) },
    { weight: 2, arbitrary: one(fc.constantFrom("$null", "$notNull"), fc.constantFrom(...FLAGS)) },
  );
}

/** Conditions under the name of a field. */
function conditions(type: OperandType, depth = 1): fc.Arbitrary<unknown> {
  return madeConditions(`${type} ${depth}`, () => makeConditions(type, depth));
}

const madeConditions = madeOnce<fc.Arbitrary<unknown>>();

function makeConditions(type: OperandType, depth: number): fc.Arbitrary<unknown> {
  const value = operandOf(type);
  const one = operation(type);
  const operations = fc.oneof({ weight: 4, arbitrary: one }, { weight: 1, arbitrary: fc.tuple(one, one).map(merged) });
  const simple = [
    { weight: 2, arbitrary: fc.oneof(value, fc.constant(null), fc.array(value, few)) },
    { weight: 6, arbitrary: operations },
  ];
  if (depth === 0) return fc.oneof(...simple);
  const below = conditions(type, depth - 1);
  const nested = fc.oneof(
    fc.record({ $not: fc.oneof(below, fc.array(operations, few)) }),
    fc.record({ $and: fc.array(below, few) }),
    fc.record({ $or: fc.array(below, few) }),
  );
  return fc.oneof(...simple, { weight: 1, arbitrary: nested });
}

function merged(parts: readonly RawObject[]): RawObject {
  return Object.assign({}, ...parts);
}

/** Which linked entry it is, or whether there is one. */
const identity = fc.oneof(
  conditions("id", 0),
  operandOf("documentId").filter((text) => text !== ""),
  fc.record({ $in: fc.array(fc.oneof(operandOf("id"), operandOf("documentId")), few) }),
  fc.record({ $notIn: fc.array(fc.oneof(operandOf("id"), operandOf("documentId")), few) }),
  fc.record({ $null: fc.constantFrom(...FLAGS) }),
);

export interface FilterReach {
  readonly access: Access;
  /** Relations, media and components within each other. */
  readonly links: number;
  /** `$and`, `$or` and `$not` within each other. */
  readonly logic: number;
}

/** `filters` on the entries of a model. */
export function filtersOf(model: AnyModel, reach: FilterReach): fc.Arbitrary<RawObject> {
  const key = `${model.uid} ${reach.links} ${reach.logic} ${reach.access.may("api::vault.vault", "find")}`;
  return madeFilters(key, () => makeFilters(model, reach));
}

const madeFilters = madeOnce<fc.Arbitrary<RawObject>>();

function makeFilters(model: AnyModel, reach: FilterReach): fc.Arbitrary<RawObject> {
  const fields = fieldsOf(model).map(({ name, type }) => conditions(type).map((raw): RawObject => ({ [name]: raw })));
  const members = [{ weight: 6, arbitrary: fc.oneof(...fields) }];
  const behind = reach.links > 0 ? linked(model, reach) : [];
  if (behind.length > 0) members.push({ weight: 5, arbitrary: fc.oneof(...behind) });
  if (reach.logic > 0) members.push({ weight: 4, arbitrary: logic(model, { ...reach, logic: reach.logic - 1 }) });
  const member = fc.oneof(...members);
  return fc.oneof({ weight: 3, arbitrary: member }, { weight: 1, arbitrary: fc.tuple(member, member).map(merged) });
}

/** Filters that an index can serve: comparisons of the fields of the model and of its components. */
export function plainFiltersOf(model: AnyModel): fc.Arbitrary<RawObject> {
  return madeFilters(`${model.uid} plain`, () => {
    const within = linksOf(model, FULL).flatMap(({ name, target }) =>
      target.model === "component" ? [comparisonOf(target).map((raw): RawObject => ({ [name]: raw }))] : [],
    );
    const own = comparisonOf(model);
    const one = fc.oneof({ weight: 3, arbitrary: own }, { weight: 1, arbitrary: fc.oneof(own, ...within) });
    const two = fc.tuple(one, one);
    return fc.oneof(
      { weight: 4, arbitrary: one },
      { weight: 1, arbitrary: two.map((filters): RawObject => ({ $and: filters })) },
      { weight: 1, arbitrary: two.map((filters): RawObject => ({ $or: filters })) },
    );
  });
}

/** A comparison of a field of the model, each operator as often as another. */
function comparisonOf(model: AnyModel): fc.Arbitrary<RawObject> {
  return fc.oneof(
    ...fieldsOf(model).map(({ name, type }) => {
      const value = operandOf(type);
      const text = fc.oneof(value, piece);
      const operations: readonly (readonly [operator: string, operand: fc.Arbitrary<unknown>])[] = [
        ...ORDERS.map((operator) => [operator, value] as const),
        ...TEXT_OPERATORS.map((operator) => [operator, text] as const),
        ["$in", fc.array(value, few)],
        ["$notIn", fc.array(value, few)],
        ["$between", fc.tuple(value, value)],
        ["$null", fc.constantFrom(...FLAGS)],
      ];
      return fc.oneof(
        ...operations.map(([operator, raw]) => raw.map((operand): RawObject => ({ [name]: { [operator]: operand } }))),
      );
    }),
  );
}

function linked(model: AnyModel, reach: FilterReach): fc.Arbitrary<RawObject>[] {
  return linksOf(model, reach.access).map(({ name, target }) => {
    const below = filtersOf(target, { ...reach, links: reach.links - 1 });
    // Components have no documentId: there a text that is no number is nobody's id.
    const raw = fc.oneof({ weight: 5, arbitrary: below }, { weight: 1, arbitrary: identity });
    return raw.map((filters): RawObject => ({ [name]: filters }));
  });
}

function logic(model: AnyModel, reach: FilterReach): fc.Arbitrary<RawObject> {
  const below = filtersOf(model, reach);
  const list = fc.array(below, { minLength: 1, maxLength: 2 });
  return fc.oneof(
    list.map((filters): RawObject => ({ $and: filters })),
    list.map((filters): RawObject => ({ $or: filters })),
    below.map((filters): RawObject => ({ $not: filters })),
    list.map((filters): RawObject => ({ $not: filters })),
  );
}
