import type { Ground } from "./ground.ts";
import type { Selection } from "./plan.ts";

/**
 * Tells of the slots of rows which of them a selection has, without a look at rows: by what is kept for each slot. Null
 * where only a set of all that are selected can tell. `rows`: about how many are going to be asked about.
 */
export function slotTest(ground: Ground, selection: Selection, rows: number): ((slot: number) => boolean) | null {
  switch (selection.kind) {
    case "all":
      return () => true;
    case "ranges":
      return selection.index.test(selection.ranges, rows);
    case "set":
      return (slot) => selection.set.has(slot);
    case "text": {
      const known = ground.space.indexes.text(selection.text).known(selection.sought);
      return known && ((slot) => known.has(slot));
    }
    case "except": {
      const isOut = slotTest(ground, selection.part, rows);
      return isOut && ((slot) => !isOut(slot));
    }
    case "every":
    case "some": {
      const tests = selection.parts.flatMap((part) => slotTest(ground, part, rows) ?? []);
      if (tests.length < selection.parts.length) return null;
      if (selection.kind === "every") return (slot) => tests.every((test) => test(slot));
      return (slot) => tests.some((test) => test(slot));
    }
    case "named":
    case "values":
    case "links":
      return null;
  }
}
