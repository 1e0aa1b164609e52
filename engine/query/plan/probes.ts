import type { Selection } from "./selection.ts";

/**
 * How many looks into arrays it takes at most to tell of a slot whether it is selected; null where `slotTest` cannot. `rows`:
 * about how many are going to be asked about.
 */
export function looksFor(selection: Selection, rows: number): number | null {
  switch (selection.kind) {
    case "all":
      return 0;
    case "set":
      return 1;
    case "ranges":
      return selection.index.labels(rows) === null ? null : 1;
    case "text":
      return selection.known === null ? null : 1;
    case "except":
      return looksFor(selection.part, rows);
    case "every":
    case "some": {
      let looks = 0;
      for (const part of selection.parts) {
        const own = looksFor(part, rows);
        if (own === null) return null;
        looks += own;
      }
      return looks;
    }
    case "named":
    case "values":
    case "links":
      return null;
  }
}
