import {
  type Access,
  AnswerBudget,
  assertMayRead,
  EngineError,
  type EntryText,
  findMany,
  findOne,
  paginationText,
  type Query,
  readContextOf,
  TEXT,
} from "../../../engine/internal.ts";
import type { Store } from "../../../storage/core.ts";
import { askedLocales, inAskedLocale, inLocales } from "../../contract/locales/locale.ts";
import { withinBytes } from "../../http/answer-size.ts";
import { ComposedText } from "../../http/json/composed-text.ts";
import type { Call, ContentService, Handle } from "./service.ts";

/** GET of a collection (content, Endpoints). */
export const readList: Handle = (service, call) => {
  const checked = checkedRead(service, call, "find");
  const query = inLocales(service, call.type, checked, askedLocales(call));
  const { entries, total } = findMany(callerReading(service, query, call.access), TEXT, query);
  const pagination = paginationText(query.page, total);
  const body = new ComposedText('{"data":[', entries, `],"meta":{"pagination":${pagination}}}`);
  return { status: 200, body: withinBytes(body, service.answerBytes), query };
};

/** GET of one document, or of a single type (content, Endpoints). */
export const readOne: Handle = (service, call) => {
  const checked = checkedRead(service, call, "findOne");
  const localized = inAskedLocale(service, call.type, checked, askedLocales(call));
  const query = localized ?? checked;
  const entry = localized && askedEntry(service, query, call);
  const { status, body } = entryAnswer(entry);
  return { status, body: withinBytes(body, service.answerBytes), query };
};

/** The entry of this path. A single type may have several documents, by programs and archives: the first one that fits. */
function askedEntry(service: ContentService, query: Query, { documentId, type, access }: Call): EntryText | null {
  if (documentId !== null) return entryOf(service, query, documentId, access);
  for (const id of service.store.engine.state.collection(type.uid).documentIds()) {
    const entry = entryOf(service, query, id, access);
    if (entry !== null) return entry;
  }
  return null;
}

/** @throws EngineError of the first fault, `forbidden` for drafts that the caller may not read. */
export function checkedRead(service: ContentService, call: Call, shape: "find" | "findOne"): Query {
  const query = service.checkQuery(call, shape);
  assertMayRead(query.type, query.statuses, call.access, service.store.engine.rules);
  return query;
}

/** One entry as JSON text, as this caller sees it; null if there is none in the requested versions. */
export function entryOf(service: ContentService, query: Query, documentId: string, access: Access): EntryText | null {
  return findOne(callerReading(service, query, access), TEXT, query, documentId);
}

/** @throws EngineError `not-found` if there is no entry. */
export function entryAnswer(entry: EntryText | null, status = 200) {
  if (entry === null) throw new EngineError("not-found", "Not Found");
  return { status, body: new ComposedText('{"data":', [entry], ',"meta":{}}') };
}

/** The documentId of the first document of a single type, which writes change; null if there is none. */
export function singleDocumentId(store: Store, type: string): string | null {
  for (const documentId of store.engine.state.collection(type).documentIds()) return documentId;
  return null;
}

/** The content as this caller sees it, for one query. Where finding rows would take long, a Suspension ends the read. */
export function callerReading({ store, work, answerBytes }: ContentService, query: Query, access: Access) {
  const { engine } = store;
  return readContextOf(engine.state, engine.rules, query, access, "caller", {
    work,
    answer: new AnswerBudget(answerBytes),
    maySuspend: true,
  });
}
