import { isNothing } from "../match/conditions.ts";
import type { OrderPlan } from "./order-plan.ts";
import type { Plan } from "./plan.ts";
import { isExact, rowsKnown, type Selection } from "./selection.ts";

/** Describes a plan in one line. */
export function describePlan(plan: Plan): string {
  const source = `${describeSelection(plan.selected.selection)}${isExact(plan.selected) ? "" : ", test each"}`;
  if (plan.kind === "collect") {
    const postings = plan.postings === null ? "" : "page of a sorted posting list, or ";
    return `${source}; ${postings}collect, ${describeOrder(plan.order)}`;
  }
  const { scan, indexOnly, tested } = plan;
  const by = scan.index === null ? "id" : `index ${scan.index.order.name}`;
  const along = `ordered scan by ${by}${scan.descending ? " down" : ""}`;
  if (indexOnly !== null) return `${along}, index only, for ${source}`;
  return isNothing(tested) ? `${source}; ${along}` : `${along}, test each, for ${source}`;
}

function describeOrder({ keys, scan, linked, expected, from }: OrderPlan): string {
  const by = keys.map((key) => [...key.path, key.field].join(".")).join(", ") || "id";
  return `sort${scan === null || expected < from ? "" : " or scan"}${linked === null ? "" : " or group"} by ${by}`;
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
      const { selection: to, residual } = selection.to;
      const tested = residual.filter === null ? "" : ", test each";
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
