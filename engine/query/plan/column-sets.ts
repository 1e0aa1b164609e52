import type { Selection } from "./selection.ts";

/**
 * Ends a query that may be suspended until the rows of each condition on a column are found in slices: one after the other, as
 * the query is planned anew by the size of each, which may make others superfluous.
 */
export function findColumnSets(selection: Selection): void {
  switch (selection.kind) {
    case "column": {
      const { columns, condition, passes, known } = selection;
      if (known === null && condition !== null) columns.find(condition, passes);
      break;
    }
    case "links":
      findColumnSets(selection.to.selection);
      break;
    case "every":
    case "some":
      for (const part of selection.parts) findColumnSets(part);
      break;
    case "except":
      findColumnSets(selection.part);
      break;
  }
}
