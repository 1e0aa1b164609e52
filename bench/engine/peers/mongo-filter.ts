import type { Comparison, Filter } from "../question.ts";
import { columnOf } from "./plain-posts.ts";

/**
 * A filter on plain posts in MongoDB's syntax, which LokiJS and mingo have adopted; `listed` is the operator that tests
 * whether a list contains a value.
 */
export function mongoFilter(filter: Filter, listed: string): object {
  if (filter.kind !== "compare") {
    const parts = filter.filters.map((part) => mongoFilter(part, listed));
    return filter.kind === "every" ? { $and: parts } : { $or: parts };
  }
  const column = columnOf(filter.field);
  if (filter.operator === "between" && Array.isArray(filter.value)) {
    const [low, high] = filter.value;
    return { $and: [{ [column]: { $gte: low } }, { [column]: { $lte: high } }] };
  }
  const condition = filter.field.of === "tags" ? { [listed]: filter.value } : conditionOf(filter);
  return { [column]: condition };
}

function conditionOf({ operator, value }: Comparison): object | null {
  switch (operator) {
    case "eq":
      return { $eq: value };
    case "ne":
      return { $ne: value };
    case "in":
      return { $in: value };
    case "lt":
      return { $lt: value };
    case "gte":
      return { $gte: value };
    case "null":
      return { $eq: null };
    case "startsWith":
      return { $regex: new RegExp(`^${value}`) };
    case "contains":
      return { $regex: new RegExp(String(value)) };
    case "containsi":
      return { $regex: new RegExp(String(value), "i") };
    default:
      return null;
  }
}
