import { type EntryText, entryText } from "../../../../engine/internal.ts";
import { ComposedText } from "../../../http/json/composed-text.ts";
import { pageInfoOf } from "../execute/page-info.ts";
import type { FoundList } from "../execute/reader.ts";
import type { RootMeaning } from "../schema/meaning.ts";
import { isNodes, isPageInfo } from "../schema/node-types.ts";
import { cachedWriter } from "./entry-cache.ts";
import { chargeEntries, type Writing } from "./entry-writer.ts";
import { demanded } from "./field-error.ts";
import { objectText } from "./json-text.ts";
import type { PlannedField, Selection } from "./plan.ts";

/** The lists at the root of an operation, by their fields. */
type RootLists = ReadonlyMap<PlannedField, FoundList>;

/**
 * The answer to a planned query as JSON text, straight from the rows. Of a single list or entry, nothing is copied.
 *
 * @throws EngineError or FIELD_ERROR if any field has an error: then graphql-js has to answer, which decides what to
 * report and what becomes null. LimitError for the whole operation.
 */
export function writeAnswer(root: Selection, writing: Writing): string | ComposedText {
  const [only] = root.fields;
  if (only !== undefined && root.fields.length === 1) {
    const { meaning } = only;
    if (meaning?.kind === "find many") {
      const { reader, query } = writing;
      const found =
        query === null
          ? reader.many(meaning.type, argumentsOf(only, writing), false)
          : reader.list(meaning.type, query);
      writing.behind.add(found, [only]);
      chargeEntries(only, found, found.rows.length);
      return new ComposedText(`{"data":{${only.key}[`, entriesOf(only, found, writing), "]}}");
    }
    if (meaning?.kind === "find one" || meaning?.kind === "find single") {
      const entry = foundEntry(only, meaning, writing);
      return new ComposedText(`{"data":{${only.key}`, [entry ?? NULL], "}}");
    }
  }
  const lists = findLists(root, writing);
  const data = objectText(root, (planned) => {
    const { meaning } = planned;
    // Only `__typename` has no resolver at the root.
    return meaning !== undefined && "type" in meaning
      ? rootText(planned, meaning, lists, writing)
      : JSON.stringify(root.typeName);
  });
  return `{"data":${data}}`;
}

/**
 * Finds all lists at the root and charges their entries before any is written: an operation that selects the same list
 * under many names is refused before most of the work is done.
 */
function findLists(root: Selection, writing: Writing): RootLists {
  const lists = new Map<PlannedField, FoundList>();
  for (const planned of root.fields) {
    const { meaning } = planned;
    if (meaning?.kind !== "find many" && meaning?.kind !== "find page") continue;
    const isPage = meaning.kind === "find page";
    const counted = isPage && onlySelection(planned).fields.some(({ field }) => isPageInfo(field.name));
    const found = writing.reader.many(meaning.type, argumentsOf(planned, writing), counted);
    lists.set(planned, found);
    const shown = isPage ? onlySelection(planned).fields.filter(({ field }) => isNodes(field.name)) : [planned];
    writing.behind.add(found, shown);
    for (const each of shown) chargeEntries(each, found, found.rows.length);
  }
  return lists;
}

function argumentsOf(planned: PlannedField, { args }: Writing) {
  return demanded(args.of(planned));
}

function rootText(planned: PlannedField, { kind, type }: RootMeaning, lists: RootLists, writing: Writing): string {
  switch (kind) {
    case "find one":
    case "find single":
      return (foundEntry(planned, { type }, writing) ?? NULL).text;
    case "find many":
      return listText(planned, demanded(lists.get(planned)), writing);
    default:
      return pageText(onlySelection(planned), demanded(lists.get(planned)), writing);
  }
}

/** The entry at the root that a field selects; null if there is none. */
function foundEntry(planned: PlannedField, { type }: Pick<RootMeaning, "type">, writing: Writing): EntryText | null {
  const found = writing.reader.one(type, argumentsOf(planned, writing));
  writing.behind.add(found, [planned]);
  return found.row === null ? null : cachedWriter(planned, found, writing)(found.row);
}

const NULL = entryText("null", true);

function pageText(selection: Selection, found: FoundList, writing: Writing): string {
  return objectText(selection, (planned) => {
    switch (planned.field.name) {
      case "nodes":
      case "data":
        return listText(planned, found, writing);
      case "pageInfo":
        return pageInfoText(onlySelection(planned), found);
      case "meta":
        return metaText(onlySelection(planned), found);
      default:
        return JSON.stringify(selection.typeName);
    }
  });
}

function listText(planned: PlannedField, found: FoundList, writing: Writing): string {
  return new ComposedText("[", entriesOf(planned, found, writing), "]").toString();
}

function entriesOf(planned: PlannedField, found: FoundList, writing: Writing): readonly EntryText[] {
  return found.rows.map(cachedWriter(planned, found, writing));
}

function metaText(selection: Selection, found: FoundList): string {
  return objectText(selection, (planned) => {
    return planned.below.size > 0 ? pageInfoText(onlySelection(planned), found) : JSON.stringify(selection.typeName);
  });
}

function pageInfoText(selection: Selection, { page, total }: FoundList): string {
  const numbers = new Map<string, number>(Object.entries(pageInfoOf(page, total ?? 0)));
  return objectText(selection, ({ field }) => JSON.stringify(numbers.get(field.name) ?? selection.typeName));
}

/** The selection of a field whose type is an object type. */
function onlySelection({ below }: PlannedField): Selection {
  const [selection] = below.values();
  return demanded(selection);
}
