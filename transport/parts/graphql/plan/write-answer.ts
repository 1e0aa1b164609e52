import {
  EngineError,
  type EntryText,
  entryText,
  findOne,
  findSelected,
  type Output,
  type Query,
} from "../../../../engine/internal.ts";
import { inStoredLocale } from "../../../contract/locales/locale.ts";
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
  if (only !== undefined && root.fields.length === 1 && !isObject(only)) {
    const [before, entries, after] = partsOf(only, writing);
    return new ComposedText(`{"data":{${keyOf(only.planned)}${before}`, entries, `${after}}}`);
  }
  const texts = new Map(reads.map((read) => [read.planned, rootText(read, writing)]));
  // Only `__typename` is not read.
  const data = objectText(root, (planned) => texts.get(planned) ?? JSON.stringify(root.typeName));
  return `{"data":${data}}`;
}

/** Whether the answer is an object of its own, whose fields show the entries. */
function isObject({ meaning }: RootRead): boolean {
  return meaning.kind === "find page" || meaning.nodes === true;
}

function rootText(read: RootRead, writing: Writing): string {
  if (read.meaning.kind === "find page") return pageText(read, writing);
  if (!isObject(read)) return new ComposedText(...partsOf(read, writing)).toString();
  const selection = onlySelection(read.planned);
  return objectText(selection, (planned) => {
    if (planned.below.size === 0) return JSON.stringify(selection.typeName);
    return (entryOf(read, planned, writing) ?? NULL).text;
  });
}

/** The text of a list or an entry, with entries apart. */
function partsOf(read: RootRead, writing: Writing): [string, readonly EntryText[], string] {
  if (read.meaning.kind !== "find many") return ["", [entryOf(read, read.planned, writing) ?? NULL], ""];
  const [entries = []] = listsOf(read, writing).lists;
  return ["[", entries, "]"];
}

const NULL = entryText("null", true);

/** The entry at the root, as a field shows it; null if there is none. */
function entryOf(read: RootRead, planned: PlannedField, { reader, output }: Writing): EntryText | null {
  const { meaning, shows, entry } = read;
  const { type } = meaning;
  const { query, documentId } = versionOf(read, reader);
  const reading = reader.reading(actionOf(type), query);
  const select = shows.get(planned);
  if (entry === "none" || select === undefined || documentId === null) return null;
  return findOne(reading, output, query, documentId, select);
}

/** The document of an entry, and the query for its version. @throws EngineError for the id of a draft. */
function versionOf({ meaning, query, entry }: RootRead, reader: Reader): { query: Query; documentId: string | null } {
  if (entry === "none") return { query, documentId: null };
  if (entry === "only") return { query, documentId: reader.singleDocument(meaning.type, query) };
  if ("documentId" in entry) return { query, documentId: entry.documentId };
  const version = reader.byId(meaning.type, entry.id);
  if (version === null) return { query, documentId: entry.id };
  // Its fields need the rights of drafts.
  if (version.status !== "published") throw new EngineError("not-found", "The id of a draft");
  return { query: inStoredLocale(query, version.locale), documentId: version.documentId };
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
