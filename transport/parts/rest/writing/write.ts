import {
  accessTo,
  type ContentType,
  createDocument,
  deleteDocument,
  discardDraft,
  EngineError,
  type EntryText,
  isPromise,
  localesOfDocument,
  type Page,
  type Payload,
  populatedIn,
  publishDocument,
  type Query,
  saveSingle,
  singleDocument,
  type Transaction,
  unpublishDocument,
  updateDocument,
  type WriteResult,
  withoutPopulated,
} from "../../../../engine/internal.ts";
import { noteAuthor } from "../../../access/note-author.ts";
import {
  askedLocales,
  inStoredLocale,
  isFiltered,
  lookedUpLocales,
  writtenLocale,
} from "../../../contract/locales/locale.ts";
import { hashPasswords } from "../../../contract/passwords.ts";
import { entryAnswer, entryOf } from "../read.ts";
import type { Answer, Call, ContentService, Handle } from "../service.ts";
import { omitSelfLinks } from "./omit-self-links.ts";
import { type Intent, intentOf } from "./write-status.ts";

/** POST to a collection (content, Endpoints). */
export const create: Handle = (service, call) => save(service, call, "POST");

/** PUT of one document, or of a single type, which creates its document the first time (content, Endpoints). */
export const update: Handle = (service, call) => save(service, call, "PUT");

/** DELETE of one document, or of a single type's: deletes every version (content, States and transitions). */
export const remove: Handle = (service, call) => {
  const { store, profile } = service;
  const query = service.checkQuery(call, "write");
  refuseDraft(service, call);
  const asked = isFiltered(query) ? "all" : lookedUpLocales(service, call.type, askedLocales(call));
  return store.write(
    (tx) => {
      noteAuthor(tx, call.caller, call.request);
      const documentId = call.documentId ?? singleDocument(tx, call.type);
      if (documentId === null) return null;
      // An earlier write of the same batch may have deleted it: reads do not see that yet.
      const stored = localesOfDocument(tx, call.type, documentId);
      const locales = asked === "all" ? stored : asked.filter((locale) => stored.includes(locale));
      let first: EntryText | null = null;
      for (const locale of locales) {
        const entry = lastEntry(service, call, inStoredLocale(query, locale), documentId);
        if (entry !== null) deleteDocument(tx, call.type, documentId, locale);
        first ??= entry;
      }
      return first;
    },
    (entry) => (profile.deleteAnswer === "entry" ? entryAnswer(entry) : NO_CONTENT),
  );
};

/** @throws EngineError `validation` for a DELETE of a draft alone, where the profile refuses it. */
export function refuseDraft({ profile }: ContentService, { type, params }: Call): void {
  if (profile.deleteDraft !== "refuse" || !type.draftAndPublish || params().status !== "draft") return;
  // The real server fails, and deletes nothing.
  throw new EngineError("validation", "Cannot delete a draft document");
}

/** POST to `…/actions/publish`: 404 if there is no draft. */
export const publish: Handle = (service, call) => act(service, call, publishDocument);

/** POST to `…/actions/unpublish`: answers the draft; 404 if nothing is published. */
export const unpublish: Handle = (service, call) =>
  act(service, call, (tx, type, documentId, locale) =>
    unpublishDocument(tx, type, documentId, locale) === null ? null : { documentId, status: "draft", locale },
  );

/** POST to `…/actions/discard-draft`: 404 if there is no published version to restore. */
export const discard: Handle = (service, call) => act(service, call, discardDraft);

/** Pages have no meaning for a write. */
const FIRST: Page = { style: "page", start: 0, limit: 1, withCount: false };

const NO_CONTENT: Answer = { status: 204, body: null };

/** A write of an entry, checked as far as its caller and its request go. */
export interface Saving extends Intent {
  readonly query: Query;
  /** As it is stored. */
  readonly locale: string | null;
}

/** @throws EngineError of the first fault. */
export function checkedSave(service: ContentService, call: Call, method: "POST" | "PUT"): Saving {
  const query = service.checkQuery(call, "write");
  const locale = writtenLocale(service, call.type, askedLocales(call));
  const { data, publish } = intentOf(service.profile, call.type, method, call.body, call.params());
  return { query, locale, data: payloadIn(data), publish };
}

function save(service: ContentService, call: Call, method: "POST" | "PUT"): Promise<Answer> {
  const saving = checkedSave(service, call, method);
  return saveChecked(service, call, method, saving, (written) =>
    entryAnswer(writtenEntry(service, call, saving.query, written), method === "POST" ? 201 : 200),
  );
}

/**
 * POST creates a document, PUT writes the one with this documentId, or the only one of a single type. `since`: when its caller
 * began to wait, as for `Store.write`.
 */
export function saveChecked<R>(
  { store }: ContentService,
  { type, access, caller, request, documentId }: Call,
  method: "POST" | "PUT",
  { data: given, locale, publish }: Saving,
  answer: (written: WriteResult) => R,
  since?: number,
): Promise<R> {
  const write = (data: unknown): Promise<R> => {
    const payload: Payload = { type, data, access, unknownKeys: "refuse", locale };
    return store.write(
      (tx) => {
        noteAuthor(tx, caller, request);
        if (documentId !== null) return updateDocument(tx, payload, documentId, publish);
        return method === "POST" ? createDocument(tx, payload, publish) : saveSingle(tx, payload, publish);
      },
      answer,
      since,
    );
  };
  const hashed = hashPasswords(store.engine.schema, type, given, "bounded");
  return isPromise(hashed) ? hashed.then(write) : write(hashed);
}

/** @throws EngineError `validation` if the body has no data. */
function payloadIn(data: unknown): object {
  if (typeof data === "object" && data !== null) return data;
  throw new EngineError("validation", 'Missing "data" payload in the request body');
}

function act(
  service: ContentService,
  call: Call,
  work: (tx: Transaction, type: ContentType, documentId: string, locale: string | null) => WriteResult | null,
): Promise<Answer> {
  const query = service.checkQuery(call, "write");
  const locale = writtenLocale(service, call.type, askedLocales(call));
  return service.store.write(
    (tx) => {
      noteAuthor(tx, call.caller, call.request);
      const documentId = call.documentId ?? singleDocument(tx, call.type);
      const written = documentId === null ? null : work(tx, call.type, documentId, locale);
      if (written === null) throw new EngineError("not-found", "Not Found");
      return written;
    },
    (written) => entryAnswer(writtenEntry(service, call, query, written)),
  );
}

/**
 * The version that was written, whatever the query's filters: its `populate` and `fields` shape the answer. The write is
 * durable, so an answer that would be too large is given without populated entries, and is then not limited.
 */
export function writtenEntry(
  service: ContentService,
  call: Call,
  query: Query,
  written: WriteResult,
): EntryText | null {
  const shown = queryAfter(service, call, query, written);
  try {
    return entryOf(service, shown, written.documentId, call.access);
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    const plain: Query = { ...shown, select: withoutPopulated(shown.select) };
    return entryOf({ ...service, answerBytes: Number.POSITIVE_INFINITY }, plain, written.documentId, call.access);
  }
}

function queryAfter(service: ContentService, call: Call, asked: Query, written: WriteResult): Query {
  const { profile } = service;
  const { type } = call;
  const query = written.status === "draft" ? asDraft(service, call, asked) : asked;
  const whole = wholeVersion(type, query, written);
  const complete = profile.linksToItself === "answered" || written.status === "draft" || !type.draftAndPublish;
  return complete ? whole : omitSelfLinks(whole, type, written.documentId);
}

/** The query for the version that was written, whatever the filters of a query. */
export function wholeVersion(type: ContentType, query: Query, { status, locale }: WriteResult): Query {
  const statuses = type.draftAndPublish ? [status] : query.statuses;
  const localized = inStoredLocale(query, locale);
  return { ...localized, statuses, page: FIRST, filter: null, search: null, publicationFilter: null };
}

/**
 * The query of a write that answers with a draft: nothing is populated whose drafts the caller may not read, and nothing
 * at all if the query names fields that it then may not.
 */
function asDraft(service: ContentService, call: Call, asked: Query): Query {
  const access = accessTo(["draft"], call.access, service.store.engine.rules);
  if (access === call.access || populatedIn(asked.select).length === 0) return asked;
  try {
    return { ...asked, select: service.checkQuery({ ...call, access }, "write").select };
  } catch (error) {
    if (error instanceof EngineError) return { ...asked, select: withoutPopulated(asked.select) };
    throw error;
  }
}

/**
 * A document as it is before deletion: its published version, else its draft. Filters apply only if they decide whether
 * anything is deleted.
 */
export function lastEntry(service: ContentService, call: Call, query: Query, documentId: string): EntryText | null {
  const asked: Query = { ...query, page: FIRST, filter: service.profile.deleteFilters ? query.filter : null };
  const draft = asDraft(service, call, asked);
  const entry = (shown: Query, statuses: Query["statuses"]) =>
    entryOf(service, { ...shown, statuses }, documentId, call.access);
  if (draft === asked) return entry(asked, ["draft", "published"]);
  return entry(asked, ["published"]) ?? entry(draft, ["draft"]);
}
