import { type EntryText, entryText, findOne, findSelected, type Output } from "../../../../engine/internal.ts";
import { ComposedText } from "../../../http/json/composed-text.ts";
import { pageInfoOf } from "../execute/page-info.ts";
import { actionOf } from "../execute/permission.ts";
import type { Reader } from "../execute/reader.ts";
import type { PlannedField, Selection } from "./plan.ts";
import { onlySelection, type RootRead } from "./root-read.ts";

/** The reader of an operation, and the form of its entries. */
export interface Writing {
  readonly reader: Reader;
  readonly output: Output<EntryText>;
}

/**
 * The answer to the reads of an operation as JSON text. Of a single list or entry, nothing is copied.
 *
 * @throws EngineError if any field has an error: then graphql-js has to answer: it decides about errors and nulls.
 * LimitError for the whole operation.
 */
export function writeAnswer(root: Selection, reads: readonly RootRead[], writing: Writing): string | ComposedText {
  const [only] = reads;
  if (only !== undefined && root.fields.length === 1 && only.meaning.kind !== "find page") {
    const [before, entries, after] = partsOf(only, writing);
    return new ComposedText(`{"data":{${keyOf(only.planned)}${before}`, entries, `${after}}}`);
  }
  const texts = new Map(reads.map((read) => [read.planned, rootText(read, writing)]));
  // Only `__typename` is not read.
  const data = objectText(root, (planned) => texts.get(planned) ?? JSON.stringify(root.typeName));
  return `{"data":${data}}`;
}

function rootText(read: RootRead, writing: Writing): string {
  return read.meaning.kind === "find page"
    ? pageText(read, writing)
    : new ComposedText(...partsOf(read, writing)).toString();
}

/** The text of a list or an entry, with entries apart. */
function partsOf(read: RootRead, writing: Writing): [string, readonly EntryText[], string] {
  if (read.meaning.kind !== "find many") return ["", [entryOf(read, writing) ?? NULL], ""];
  const [entries = []] = listsOf(read, writing).lists;
  return ["[", entries, "]"];
}

const NULL = entryText("null", true);

/** The entry at the root; null if there is none. */
function entryOf({ meaning, planned, query, shows, entry }: RootRead, { reader, output }: Writing): EntryText | null {
  const { type } = meaning;
  const reading = reader.reading(actionOf(type), query);
  const select = shows.get(planned);
  if (entry === "none" || select === undefined) return null;
  const documentId = entry === "only" ? reader.singleDocument(type) : entry.documentId;
  return documentId === null ? null : findOne(reading, output, query, documentId, select);
}

/** The entries of a list, once for each field that shows them, and the number of matches. */
function listsOf({ query, shows }: RootRead, { reader, output }: Writing) {
  return findSelected(reader.reading("find", query), output, query, [...shows.values()]);
}

function pageText(read: RootRead, writing: Writing): string {
  const { lists, total } = listsOf(read, writing);
  const texts = new Map([...read.shows.keys()].map((planned, at) => [planned, listText(lists[at] ?? [])]));
  const pageInfo = new Map<string, number>(Object.entries(pageInfoOf(read.query.page, total ?? 0)));
  const infoText = (selection: Selection): string =>
    objectText(selection, ({ field }) => JSON.stringify(pageInfo.get(field.name) ?? selection.typeName));
  const selection = onlySelection(read.planned);
  return objectText(selection, (planned) => {
    switch (planned.field.name) {
      case "pageInfo":
        return infoText(onlySelection(planned));
      case "meta":
        return metaText(onlySelection(planned), infoText);
      default:
        return texts.get(planned) ?? JSON.stringify(selection.typeName);
    }
  });
}

function metaText(selection: Selection, infoText: (selection: Selection) => string): string {
  return objectText(selection, (planned) => {
    return planned.below.size > 0 ? infoText(onlySelection(planned)) : JSON.stringify(selection.typeName);
  });
}

function listText(entries: readonly EntryText[]): string {
  return new ComposedText("[", entries, "]").toString();
}

/** An object with a value for each response key of a selection. */
function objectText({ fields }: Selection, textOf: (planned: PlannedField) => string): string {
  return `{${fields.map((planned) => keyOf(planned) + textOf(planned)).join(",")}}`;
}

function keyOf({ as }: PlannedField): string {
  return `${JSON.stringify(as)}:`;
}
