import type { Filter, Operand, Page, Query } from "../query.ts";
import type { Filling } from "./hole.ts";
import { readOperand } from "./operand.ts";

/** Texts of a query's holes, by their numbers. */
export type HoleTexts = readonly string[];

/** What texts make of a part of a query; null where they ask for another shape, or are not what belongs there. */
type Fill<T> = (texts: HoleTexts) => T | null;

/** A checked query in which other texts can stand in the place of some: they are all that is left to be checked. */
export class QueryShape {
  readonly query: Query;
  readonly #filter: Fill<Filter> | null;
  readonly #page: Fill<Page> | null;

  /** `page`: null when it is the same whatever the texts. */
  constructor(query: Query, fillings: readonly Filling[], page: Fill<Page> | null) {
    this.query = query;
    this.#filter = query.filter === null ? null : fillOf(query.filter, fillings);
    this.#page = page;
  }

  /**
   * The query with these texts, equal to what checking all of it would give; null where only that can tell what they ask
   * for, or what is wrong with them.
   */
  fill(texts: HoleTexts): Query | null {
    const filter = this.#filter === null ? this.query.filter : this.#filter(texts);
    const page = this.#page === null ? this.query.page : this.#page(texts);
    if (page === null || (filter === null && this.#filter !== null)) return null;
    const { type, statuses, search, publicationFilter, sort, select } = this.query;
    return { type, statuses, filter, search, publicationFilter, sort, page, select };
  }
}

/** Null for a filter without holes. */
function fillOf(filter: Filter, fillings: readonly Filling[]): Fill<Filter> | null {
  switch (filter.kind) {
    case "and":
    case "or": {
      const fills = filter.filters.map((each) => fillOf(each, fillings) ?? (() => each));
      return (texts) => {
        const filters = fills.map((fill) => fill(texts));
        return isWhole(filters) ? { kind: filter.kind, filters } : null;
      };
    }
    case "not":
      return fillBelow(filter.filter, fillings, (below) => ({ kind: "not", filter: below }));
    case "related":
      return fillBelow(filter.filter, fillings, (below) => ({ ...filter, filter: below }));
    case "compare":
      return fillComparison(
        filter,
        fillings.filter(({ comparison }) => comparison === filter),
      );
  }
}

function fillBelow(
  below: Filter,
  fillings: readonly Filling[],
  around: (filter: Filter) => Filter,
): Fill<Filter> | null {
  const fill = fillOf(below, fillings);
  if (fill === null) return null;
  return (texts) => {
    const filled = fill(texts);
    return filled === null ? null : around(filled);
  };
}

function fillComparison(
  comparison: Extract<Filter, { kind: "compare" }>,
  fillings: readonly Filling[],
): Fill<Filter> | null {
  const [first] = fillings;
  if (first === undefined) return null;
  const { kind, field, operator } = comparison;
  // An operand of the same type in the place of another one.
  const withOperand = (operand: unknown) => ({ kind, field, operator, operand }) as Filter;
  if (first.at === null) {
    return (texts) => {
      const operand = operandOf(first, texts);
      return operand === undefined ? null : withOperand(operand);
    };
  }
  const operands = comparison.operand as readonly Operand[];
  return (texts) => {
    const filled: unknown[] = [...operands];
    for (const filling of fillings) filled[filling.at ?? 0] = operandOf(filling, texts);
    return filled.includes(undefined) ? null : withOperand(filled);
  };
}

/** Undefined where the text cannot be an operand. */
function operandOf({ hole, type }: Filling, texts: HoleTexts): Operand | undefined {
  const text = texts[hole];
  if (type === null || text === undefined) return text;
  const operand = readOperand(type, text);
  return typeof operand === "object" ? undefined : operand;
}

function isWhole(filters: readonly (Filter | null)[]): filters is readonly Filter[] {
  return !filters.includes(null);
}
