import type { Filter, Operand, Page, Query } from "../../query.ts";
import { readOperand, textOf } from "../filters/operand.ts";
import type { Binding, Single } from "./parameter.ts";

/** The values of a query's parameters, by index. */
export type ParameterValues = readonly Single[];

/** Derives a part of a query from values; null if they need another template or are not valid. */
type Fill<T> = (values: ParameterValues) => T | null;

/** A checked query whose parameters can take other values: only these have to be checked then. */
export class QueryTemplate {
  readonly query: Query;
  readonly #filter: Fill<Filter> | null;
  readonly #page: Fill<Page> | null;

  /** `page`: null if the page contains no parameters. */
  constructor(query: Query, bindings: readonly Binding[], page: Fill<Page> | null) {
    this.query = query;
    this.#filter = query.filter === null ? null : fillOf(query.filter, bindings);
    this.#page = page;
  }

  /**
   * The query with these values, equal to the result of a full check. Null if only a full check can interpret the
   * values, or report their faults.
   */
  fill(values: ParameterValues): Query | null {
    const filter = this.#filter === null ? this.query.filter : this.#filter(values);
    const page = this.#page === null ? this.query.page : this.#page(values);
    if (page === null || (filter === null && this.#filter !== null)) return null;
    return { ...this.query, filter, page };
  }
}

/** Null for a filter without parameters. */
function fillOf(filter: Filter, bindings: readonly Binding[]): Fill<Filter> | null {
  switch (filter.kind) {
    case "and":
    case "or": {
      const fills = filter.filters.map((each) => fillOf(each, bindings) ?? (() => each));
      return (values) => {
        const filters = fills.map((fill) => fill(values));
        return isWhole(filters) ? { kind: filter.kind, filters } : null;
      };
    }
    case "not":
      return fillBelow(filter.filter, bindings, (below) => ({ kind: "not", filter: below }));
    case "related":
      return fillBelow(filter.filter, bindings, (below) => ({ ...filter, filter: below }));
    case "absent":
      return null;
    case "compare":
      return fillComparison(
        filter,
        bindings.filter(({ comparison }) => comparison === filter),
      );
  }
}

function fillBelow(
  below: Filter,
  bindings: readonly Binding[],
  around: (filter: Filter) => Filter,
): Fill<Filter> | null {
  const fill = fillOf(below, bindings);
  if (fill === null) return null;
  return (values) => {
    const filled = fill(values);
    return filled === null ? null : around(filled);
  };
}

function fillComparison(
  comparison: Extract<Filter, { kind: "compare" }>,
  bindings: readonly Binding[],
): Fill<Filter> | null {
  const [first] = bindings;
  if (first === undefined) return null;
  const { kind, field, operator } = comparison;
  // The new operand has the same type as the old one.
  const withOperand = (operand: unknown) => ({ kind, field, operator, operand }) as Filter;
  if (first.at === null) {
    return (values) => {
      const operand = operandOf(first, values);
      return operand === undefined ? null : withOperand(operand);
    };
  }
  const operands = comparison.operand as readonly Operand[];
  return (values) => {
    const filled: unknown[] = [...operands];
    for (const binding of bindings) filled[binding.at ?? 0] = operandOf(binding, values);
    return filled.includes(undefined) ? null : withOperand(filled);
  };
}

/** Undefined if the value cannot be an operand. */
function operandOf({ parameter, type }: Binding, values: ParameterValues): Operand | undefined {
  const value = values[parameter];
  if (value === undefined) return undefined;
  if (type === null) return textOf(value);
  const operand = readOperand(type, value);
  return typeof operand === "object" ? undefined : operand;
}

function isWhole(filters: readonly (Filter | null)[]): filters is readonly Filter[] {
  return !filters.includes(null);
}
