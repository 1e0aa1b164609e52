import { FieldRanges } from "../../../indexes/ordered/field-ranges.ts";
import type { Range } from "../../../indexes/ordered/index-order.ts";
import type { ScalarType } from "../../../schema/attribute.ts";
import { statusIn } from "../../../state/links/link-sets.ts";
import { NO_CONDITIONS } from "../../match/conditions.ts";
import { isTextOrdered } from "../../match/order.ts";
import type { Comparison, Operand, Operator } from "../../query.ts";
import type { RowSource } from "../../row-source.ts";
import { manyValuedIndexOf, orderedIndexOf } from "../indexes-of.ts";
import { type ComponentPath, fieldOf, reachOf, valuesOf } from "../row-fields.ts";
import { exceptFor, type Selected } from "../selection.ts";
import { accessPathForText } from "./text-path.ts";

/** The rows that an index selects for a comparison or its negation; null if no index serves it. */
export function accessPathForComparison(
  source: RowSource,
  comparison: Comparison,
  negated: boolean,
  path: ComponentPath,
): Selected | null {
  const question: Question = {
    source,
    comparison: affirmed(comparison),
    negated: negated !== isNegative(comparison),
    path,
  };
  return byName(question) ?? inRanges(question) ?? inTexts(question);
}

interface Question {
  readonly source: RowSource;
  readonly comparison: Comparison;
  readonly negated: boolean;
  readonly path: ComponentPath;
}

/** Operators that negate others. */
const OPPOSITES: ReadonlyMap<Operator, Operator> = new Map<Operator, Operator>([
  ["ne", "eq"],
  ["nei", "eqi"],
  ["notIn", "in"],
  ["notContains", "contains"],
  ["notContainsi", "containsi"],
]);

function isNegative({ operator }: Comparison): boolean {
  return OPPOSITES.has(operator);
}

function affirmed(comparison: Comparison): Comparison {
  const operator = OPPOSITES.get(comparison.operator);
  // An operator and its negation take the same operands.
  return operator === undefined ? comparison : ({ ...comparison, operator } as Comparison);
}

/** Rows by id or documentId, which identify a single row. */
function byName({ source, comparison, negated, path }: Question): Selected | null {
  const { field } = comparison;
  if (negated || path.length > 0 || (field !== "id" && field !== "documentId")) return null;
  const names = namesIn(comparison);
  if (names === null) return null;
  const { type, layer, space, context } = source;
  const collection = context.view.state.collection(type.uid).in(layer);
  const slots = names.flatMap((name) => {
    const row = field === "id" ? space.byId(Number(name)) : collection.find(String(name))?.[statusIn(layer, type)];
    return row ? [row.slot] : [];
  });
  return { selection: { kind: "named", field, slots, rows: slots.length }, residual: NO_CONDITIONS };
}

/** The distinct values that a field must be equal to; null for other comparisons. */
function namesIn(comparison: Comparison): readonly Operand[] | null {
  if (comparison.operator === "in") return [...new Set(comparison.operand)].filter((operand) => operand !== null);
  if (comparison.operator !== "eq") return null;
  return comparison.operand === null ? [] : [comparison.operand];
}

function inRanges(question: Question): Selected | null {
  const { source, comparison, negated, path } = question;
  const { operator } = comparison;
  const { size } = source.space;
  const field = fieldOf(source, path, comparison.field);
  if (!RANGED.has(operator) || !hasOrder(field)) return null;
  // Texts with a common prefix are adjacent only in an order of texts.
  if (operator === "startsWith" && !isTextOrdered(field.type)) return null;
  const { name } = field;
  const shown = negated ? `not ${operator}` : operator;
  if (reachOf(source, path) === "many") {
    const values = valuesOf(source, path, comparison.field);
    const index = manyValuedIndexOf(source, values);
    if (index === null) return null;
    const ranges = rangesOf(new FieldRanges(index, field), comparison, negated);
    const rows = Math.min(size, countIn(index, ranges));
    return {
      selection: { kind: "values", field: name, operator: shown, index, ranges, rows },
      residual: NO_CONDITIONS,
    };
  }
  const index = orderedIndexOf(source, field.order);
  if (index === null) return null;
  const ranges = rangesOf(new FieldRanges(index, field), comparison, negated);
  const rows = countIn(index, ranges);
  return { selection: { kind: "ranges", field: name, operator: shown, index, ranges, rows }, residual: NO_CONDITIONS };
}

/** Whether ordered indexes have the values of a field. */
function hasOrder({ type }: { readonly type: ScalarType }): boolean {
  return type !== "json" && type !== "blocks";
}

function countIn(index: FieldRanges["index"], ranges: readonly Range[]): number {
  let count = 0;
  for (const range of ranges) count += index.count(range);
  return count;
}

/** Operators whose rows are adjacent in an index. */
const RANGED: ReadonlySet<Operator> = new Set<Operator>([
  "eq",
  "in",
  "lt",
  "lte",
  "gt",
  "gte",
  "between",
  "null",
  "startsWith",
]);

/** The ranges of an index in which a comparison or its negation holds. */
function rangesOf(known: FieldRanges, comparison: Comparison, negated: boolean): readonly Range[] {
  if (comparison.operator === "null") return [known.nulls(comparison.operand !== negated)];
  if (comparison.operator !== "in") {
    const range = comparison.operand === null ? null : rangeOf(known, comparison);
    // A comparison with null is unknown, and so is its negation.
    if (range === null) return [];
    return negated ? known.outside(known.index.count(range) > 0 ? [range] : []) : [range];
  }
  const values = new Set(comparison.operand);
  if (negated && values.has(null)) return [];
  values.delete(null);
  const ranges = [...values]
    .map((value) => known.equal(value))
    .filter((range) => known.index.count(range) > 0)
    .sort((left, right) => left.from.chunk - right.from.chunk || left.from.index - right.from.index);
  return negated ? known.outside(ranges) : ranges;
}

function rangeOf(known: FieldRanges, comparison: Comparison): Range | null {
  const { operator, operand } = comparison;
  if (operator === "between") {
    return known.between({ value: operand[0], inclusive: true }, { value: operand[1], inclusive: true });
  }
  // The operators with several operands have been handled above.
  const value = operand as string | number | boolean;
  switch (operator) {
    case "eq":
      return known.equal(value);
    case "lt":
    case "lte":
      return known.between(null, { value, inclusive: operator === "lte" });
    case "gt":
    case "gte":
      return known.between({ value, inclusive: operator === "gte" }, null);
    case "startsWith":
      return known.startingWith(String(value));
    default:
      return null;
  }
}

function inTexts(question: Question): Selected | null {
  const { source, comparison, negated, path } = question;
  if (!negated) {
    const selection = accessPathForText(source, comparison, path);
    return selection && { selection, residual: NO_CONDITIONS };
  }
  // The negation holds for existing values only. For one of many components, it says nothing about the others. This is
  // asked before the text index, which would be built in vain.
  if (reachOf(source, path) === "many" || !hasOrder(fieldOf(source, path, comparison.field))) return null;
  const selection = accessPathForText(source, comparison, path);
  if (selection === null) return null;
  const isThere: Comparison = { kind: "compare", field: comparison.field, operator: "null", operand: false };
  const there = inRanges({ ...question, comparison: isThere, negated: false });
  if (there === null) return null;
  const rows = Math.max(0, there.selection.rows - selection.rows);
  const parts = [there.selection, exceptFor(source, selection)];
  return { selection: { kind: "every", parts, rows }, residual: NO_CONDITIONS };
}
