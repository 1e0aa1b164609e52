import type { VisibleNode } from "../../../../engine/internal.ts";
import type { Budget } from "../execute/budget.ts";
import type { PlannedField, Selection } from "./plan.ts";

/** An object with a value for each response key of a selection. */
export function objectText({ fields }: Selection, textOf: (planned: PlannedField) => string): string {
  return `{${fields.map((planned) => planned.key + textOf(planned)).join(",")}}`;
}

/** A list of entries, each of which is charged to the budget. */
export function listText(
  entries: readonly VisibleNode[],
  write: (seen: VisibleNode) => string,
  budget: Budget,
): string {
  let text = "[";
  for (let at = 0; at < entries.length; at++) {
    const seen = entries[at];
    if (seen === undefined) continue;
    budget.entry();
    text += at === 0 ? write(seen) : `,${write(seen)}`;
  }
  return `${text}]`;
}
