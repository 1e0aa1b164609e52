import { pageInfoOf } from "../execute/page-info.ts";
import type { FoundList } from "../execute/reader.ts";
import type { RootMeaning } from "../schema/meaning.ts";
import type { Writing } from "./entry-writer.ts";
import { demanded } from "./field-error.ts";
import { listText, objectText } from "./json-text.ts";
import { keptWriter } from "./kept-entries.ts";
import type { PlannedField, Selection } from "./plan.ts";

/**
 * The answer to a planned query as JSON text, straight from the rows.
 *
 * @throws EngineError or FIELD_ERROR when any field has an error: then graphql-js is to answer, which knows what to tell
 * and what becomes null. LimitError for the whole operation.
 */
export function writePlan(root: Selection, writing: Writing): string {
  return objectText(root, (planned) => {
    const { meaning } = planned;
    // Nothing else than `__typename` has no meaning at the root.
    return meaning !== undefined && "type" in meaning
      ? rootText(planned, meaning, writing)
      : JSON.stringify(root.typeName);
  });
}

function rootText(planned: PlannedField, { kind, type }: RootMeaning, writing: Writing): string {
  const { reader, budget } = writing;
  const args = demanded(writing.args.of(planned));
  switch (kind) {
    case "find one":
    case "find single": {
      const found = reader.one(type, args);
      if (found.row === null) return "null";
      budget.entry();
      return keptWriter(planned, found, writing)(found.row);
    }
    case "find many": {
      const found = reader.many(type, args, false);
      return listText(found.rows, keptWriter(planned, found, writing), budget);
    }
    default: {
      const selection = onlySelection(planned);
      const counted = selection.fields.some(({ field }) => field.name === "pageInfo");
      return pageText(selection, reader.many(type, args, counted), writing);
    }
  }
}

function pageText(selection: Selection, found: FoundList, writing: Writing): string {
  return objectText(selection, (planned) => {
    switch (planned.field.name) {
      case "nodes":
        return listText(found.rows, keptWriter(planned, found, writing), writing.budget);
      case "pageInfo":
        return pageInfoText(onlySelection(planned), found);
      default:
        return JSON.stringify(selection.typeName);
    }
  });
}

function pageInfoText(selection: Selection, { page, total }: FoundList): string {
  const numbers = new Map<string, number>(Object.entries(pageInfoOf(page, total ?? 0)));
  return objectText(selection, ({ field }) => JSON.stringify(numbers.get(field.name) ?? selection.typeName));
}

/** What is asked of a field whose type is an object type. */
function onlySelection({ below }: PlannedField): Selection {
  const [selection] = below.values();
  return demanded(selection);
}
