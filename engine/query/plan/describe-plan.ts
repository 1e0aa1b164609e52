import { isNothing } from "../match/conditions.ts";
import type { Arrangement } from "./order-plan.ts";
import type { Plan } from "./plan.ts";
import { isExact, rowsKnown, type Selection } from "./selection.ts";

/** A plan in one line. */
export function describePlan(plan: Plan): string {
  const source = `${describeSelection(plan.selected.selection)}${isExact(plan.selected) ? "" : ", test each"}`;
  if (plan.kind === "gather") {
    return `${source}; gather, ${describeArrangement(plan.arrangement)}`;
  }
  const { walk, sieve, tested } = plan;
  const by = walk.index === null ? "id" : `index ${walk.index.order.name}`;
  const along = `walk by ${by}${walk.descending ? " down" : ""}`;
  if (sieve !== null) return `${along}, sift, for ${source}`;
  return isNothing(tested) ? `${source}; ${along}` : `${along}, test each, for ${source}`;
}

function describeArrangement({ keys, walk, groups, expected, from }: Arrangement): string {
  const by = keys.map((key) => [...key.path, key.field].join(".")).join(", ") || "id";
  return `sort${walk === null || expected < from ? "" : " or walk"}${groups === null ? "" : " or group"} by ${by}`;
}

function describeSelection(selection: Selection): string {
  const { rows } = selection;
  switch (selection.kind) {
    case "all":
      return `all ${rows} rows`;
    case "named":
      return `${rows} rows by ${selection.field}`;
    case "ranges":
      return `${rows} rows of index ${selection.field} ${selection.operator}`;
    case "values":
      return `about ${rows} rows of values ${selection.field} ${selection.operator}`;
    case "text":
      return `about ${rows} rows by text of ${selection.field} ${selection.operator}`;
    case "links": {
      const { selection: to, rest } = selection.to;
      const tested = rest.filter === null ? "" : ", test each";
      return `about ${rows} rows linked by ${selection.attribute} to (${describeSelection(to)}${tested})`;
    }
    case "set":
      return `${rows} rows ${selection.about}`;
    case "every":
    case "some": {
      const word = selection.kind === "every" ? "and" : "or";
      return `about ${rows} rows of (${selection.parts.map(describeSelection).join(` ${word} `)})`;
    }
    case "except":
      return `${rowsKnown(selection) === null ? "about " : ""}${rows} rows but for (${describeSelection(selection.part)})`;
  }
}
