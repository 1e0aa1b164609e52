import type { Selection } from "./selection.ts";

/**
 * The most array reads needed to test whether a slot is selected; null if `slotFilter` cannot test it. `rows`: roughly
 * how many slots will be tested.
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
