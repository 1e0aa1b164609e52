import type { Selection } from "./selection.ts";

/**
 * How many array reads it takes at most to test whether a slot is selected; null where `slotFilter` cannot. `rows`:
 * about how many are going to be asked about.
 */
export function probesFor(selection: Selection, rows: number): number | null {
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
      return probesFor(selection.part, rows);
    case "every":
    case "some": {
      let probes = 0;
      for (const part of selection.parts) {
        const own = probesFor(part, rows);
        if (own === null) return null;
        probes += own;
      }
      return probes;
    }
    case "named":
    case "values":
    case "links":
      return null;
  }
}
