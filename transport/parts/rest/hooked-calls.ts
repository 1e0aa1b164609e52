import {
  type Action,
  type ContentType,
  checkKeys,
  EngineError,
  isRecord,
  paginationText,
  type Query,
  readData,
} from "../../../engine/internal.ts";
import { askedLocales, inAskedLocale, inLocales, writtenLocale } from "../../contract/locales/locale.ts";
import type { DocumentCalls, HookAction, HookParams } from "../../hooks/hook.ts";
import { requestOrigin } from "../../hooks/hook-caller.ts";
import type { HookOrigin } from "../../hooks/hook-origin.ts";
import { hookedPage, type RunAround } from "../../hooks/hooked-page.ts";
import type { Hooks } from "../../hooks/hooks.ts";
import { withoutText } from "../../hooks/own-error.ts";
import { runHooks } from "../../hooks/run-hooks.ts";
import { shownEntry } from "../../hooks/shown-entry.ts";
import { withinBytes } from "../../http/answer-size.ts";
import { callerReading, checkedRead, singleDocumentId } from "./read.ts";
import type { Answer, ContentService, Call as GivenCall } from "./service.ts";
import { lastEntry, payloadIn, refuseDraft } from "./writing/write.ts";
import { intentOf } from "./writing/write-status.ts";

/** A call of a route with one origin of all its calls of the Document Service. */
interface Call extends GivenCall {
  readonly origin: HookOrigin;
}

/** The calls of the Document Service that a route makes, as Strapi's controllers do. */
function callsOf({ kind }: ContentType, action: Action): readonly HookAction[] {
  const isSingle = kind === "single";
  if (action === "find") return isSingle ? ["findFirst"] : ["findMany", "count"];
  if (action === "update" && isSingle) return ["create", "update"];
  return action === "readDrafts" ? [] : [action];
}

/** Whether hooks run around a route. */
export function isWithHooks(hooks: Hooks, type: ContentType, action: Action): boolean {
  return callsOf(type, action).some((call) => hooks.of(type.uid, call).length > 0);
}

/**
 * Answers a route as a call of the Document Service with hooks around it. The caller's parameters are checked with the
 * caller's rights before the hooks; the hooks' parameters are checked with full rights; parts that the caller may not
 * see are removed after the hooks.
 */
export function answerWithHooks(service: ContentService, given: GivenCall, action: Action): Promise<Answer> {
  const call: Call = { ...given, origin: requestOrigin(given.caller, "rest", given.request) };
  const isSingle = call.type.kind === "single";
  if (action === "find") return isSingle ? one(service, call, "findFirst") : list(service, call);
  if (action === "findOne") return one(service, call, "findOne");
  if (action === "create") return save(service, call, "POST");
  if (action === "update") return save(service, call, "PUT");
  if (action === "delete") return remove(service, call);
  return act(service, call, action as "publish" | "unpublish" | "discardDraft");
}

/** GET of a collection: Strapi's controller finds a page, and counts with the same parameters. */
async function list(service: ContentService, call: Call): Promise<Answer> {
  const { hooks, profile, store } = service;
  const { type } = call;
  const documents = documentsOf(service, call);
  const { page, statuses } = inLocales(service, type, checkedRead(service, call, "find"), askedLocales(call));
  const window = { start: page.start, ...(page.limit !== null && { limit: page.limit }) };
  const { pagination: _pagination, ...asked } = call.params();
  const params: HookParams = { ...asked, ...statusOf(statuses), ...window };
  const isCountedApart = hooks.of(type.uid, "count").length > 0 || profile.hookedTotal === "asked";
  const counting = !page.withCount ? "not" : isCountedApart ? "asked" : "narrowed";
  const surround: RunAround = (...given) => around(service, call, ...given);
  const { entries, total } = await hookedPage(surround, documents, params, counting);
  const data = JSON.stringify(shownEntry(store.engine.schema, type, call.access, entries) ?? null);
  const body = `{"data":${data},"meta":{"pagination":${paginationText(page, total as number | null)}}}`;
  return { status: 200, body: withinBytes(body, service.answerBytes) };
}

async function one(service: ContentService, call: Call, action: "findOne" | "findFirst"): Promise<Answer> {
  const { type, documentId } = call;
  const checked = checkedRead(service, call, "findOne");
  const isReachable = inAskedLocale(service, type, checked, askedLocales(call)) !== null;
  const params = { ...call.params(), ...statusOf(checked.statuses), ...(documentId !== null && { documentId }) };
  const documents = documentsOf(service, call);
  const entry = await around(service, call, action, params, async (given) =>
    isReachable ? documents[action](given) : null,
  );
  return answered(service, call, entry);
}

async function save(service: ContentService, call: Call, method: "POST" | "PUT"): Promise<Answer> {
  const { type, access, body, documentId: named } = call;
  const { store, profile } = service;
  const { schema, rules } = store.engine;
  service.checkQuery(call, "write");
  writtenLocale(service, type, askedLocales(call));
  const { data, publish } = intentOf(profile, type, method, body, call.params());
  const sent = readData(payloadIn(data));
  checkKeys(schema, type, sent, access, rules);
  const status = publish ? "published" : "draft";
  const documentId = named ?? (method === "PUT" ? singleDocumentId(store, type.uid) : null);
  const documents = documentsOf(service, call);
  if (documentId === null) {
    const params = { ...call.params(), status, data: { ...sent } };
    const created = await around(service, call, "create", params, (given) => documents.create(given));
    return answered(service, call, created, method === "POST" ? 201 : 200);
  }
  const params = { ...call.params(), status, documentId, data: { ...sent } };
  const updated = await around(service, call, "update", params, (given) => documents.update(given));
  return answered(service, call, updated);
}

async function remove(service: ContentService, call: Call): Promise<Answer> {
  const { type } = call;
  const { profile, store } = service;
  const query = service.checkQuery(call, "write");
  refuseDraft(service, call);
  const documentId = call.documentId ?? singleDocumentId(store, type.uid);
  const isThere =
    documentId !== null && (!profile.deleteFilters || lastEntry(service, call, query, documentId) !== null);
  const result = isThere ? await touch(service, call, "delete", documentId) : null;
  const entries = isRecord(result) && Array.isArray(result.entries) ? result.entries : [];
  if (profile.deleteAnswer === "nothing") return { status: 204, body: null };
  const published = entries.find((entry) => isRecord(entry) && entry.publishedAt !== null);
  return answered(service, call, published ?? entries[0] ?? null);
}

async function act(
  service: ContentService,
  call: Call,
  action: "publish" | "unpublish" | "discardDraft",
): Promise<Answer> {
  service.checkQuery(call, "write");
  writtenLocale(service, call.type, askedLocales(call));
  const documentId = call.documentId ?? singleDocumentId(service.store, call.type.uid);
  if (documentId === null) throw new EngineError("not-found", "Not Found");
  const result = await touch(service, call, action, documentId);
  const [entry] = isRecord(result) && Array.isArray(result.entries) ? result.entries : [];
  if (action !== "unpublish" || entry === undefined) return answered(service, call, entry ?? null);
  // The draft remains.
  const draft = await documentsOf(service, call).findOne({ ...call.params(), documentId, status: "draft" });
  return answered(service, call, draft);
}

function touch(
  service: ContentService,
  call: Call,
  action: "delete" | "publish" | "unpublish" | "discardDraft",
  documentId: string,
): Promise<unknown> {
  const documents = documentsOf(service, call);
  const { status: _status, ...params } = call.params();
  return around(service, call, action, { ...params, documentId }, (given) => documents[action](given));
}

/** @throws EngineError `not-found` if there is no entry. */
function answered(service: ContentService, call: Call, entry: unknown, status = 200): Answer {
  if (entry === null) throw new EngineError("not-found", "Not Found");
  const { schema } = service.store.engine;
  const data = JSON.stringify(shownEntry(schema, call.type, call.access, entry) ?? null);
  return { status, body: withinBytes(`{"data":${data},"meta":{}}`, service.answerBytes) };
}

/** Programs read drafts unless they say otherwise. */
function statusOf([status]: Query["statuses"]): Pick<HookParams, "status"> {
  return status === undefined ? {} : { status };
}

function around(
  { hooks, profile }: ContentService,
  { type, origin }: Call,
  action: HookAction,
  params: object,
  core: (params: HookParams) => Promise<unknown>,
): Promise<unknown> {
  const chain = hooks.of(type.uid, action);
  const given = params as HookParams;
  if (chain.length === 0) return core(given);
  const told = profile.ownRefusals === "hidden" ? { told: withoutText } : {};
  return runHooks(hooks.limits, { chain, type, action, params: given, origin, ...told }, core);
}

/** Within the budgets of a caller, and with private attributes, as hooks see them. */
function documentsOf(service: ContentService, { type, access, origin }: Call): DocumentCalls {
  const reading = (query: Query) => ({ ...callerReading(service, query, access), audience: "service" as const });
  return service.documents(type, reading, origin);
}
