import {
  type Action,
  type ContentType,
  checkKeys,
  EngineError,
  isRecord,
  readData,
} from "../../../../engine/internal.ts";
import { askedLocales, inAskedLocale, writtenLocale } from "../../../contract/locales/locale.ts";
import type { HookAction, HookParams } from "../../../hooks/hook.ts";
import { requestOrigin } from "../../../hooks/hook-origin.ts";
import type { Hooks } from "../../../hooks/hooks.ts";
import { shownEntry } from "../../../hooks/shown-entry.ts";
import { withinBytes } from "../../../http/answer-size.ts";
import { checkedRead, entryAnswer, singleDocumentId } from "../read.ts";
import type { Answer, Call, ContentService } from "../service.ts";
import { checkedSave, lastEntry, refuseDraft } from "../writing/write.ts";
import {
  around,
  aroundUnchanged,
  askedParams,
  documentsOf,
  givenParams,
  type HookedCall,
  statusOf,
} from "./hooked-call.ts";
import { listWithHooks } from "./hooked-list.ts";
import { SavedEntry } from "./saved-entry.ts";

/** The calls of the Document Service that a route makes, as Strapi's controllers do. */
function callsOf({ kind }: ContentType, action: Action): readonly HookAction[] {
  const isSingle = kind === "single";
  if (action === "find") return isSingle ? ["findFirst"] : ["findMany", "count"];
  if (action === "update" && isSingle) return ["create", "update"];
  return action === "readDrafts" ? [] : [action];
}

/** Whether hooks run around a route, and whether each of them promises that its answers may be cached. */
export type Hooking = "none" | "cached" | "uncached";

/** Tells what the hooks around a route are: between changes of the hooks a request compares two numbers. */
export function hookTest(hooks: Hooks, type: ContentType, action: Action): () => Hooking {
  const calls = callsOf(type, action);
  let known = 0;
  let hooking: Hooking = "none";
  return () => {
    const { revision } = hooks;
    if (revision !== known) {
      known = revision;
      const around = calls.flatMap((call) => hooks.of(type.uid, call));
      hooking = around.length === 0 ? "none" : around.every(({ isCached }) => isCached) ? "cached" : "uncached";
    }
    return hooking;
  };
}

/**
 * Answers a route as a call of the Document Service with hooks around it. The caller's parameters are checked with the
 * caller's rights before the hooks; the hooks' parameters are checked with full rights; parts that the caller may not
 * see are removed after the hooks.
 */
export function answerWithHooks(service: ContentService, given: Call, action: Action): Promise<Answer> {
  // The spread is last: in front of a new member the copy takes V8 3 us.
  const call: HookedCall = { origin: requestOrigin(given.caller, "rest", given.request), ...given };
  const isSingle = call.type.kind === "single";
  if (action === "find") return isSingle ? one(service, call, "findFirst") : listWithHooks(service, call);
  if (action === "findOne") return one(service, call, "findOne");
  if (action === "create") return save(service, call, "POST");
  if (action === "update") return save(service, call, "PUT");
  if (action === "delete") return remove(service, call);
  return act(service, call, action as "publish" | "unpublish" | "discardDraft");
}

function one(service: ContentService, call: HookedCall, action: "findOne" | "findFirst"): Promise<Answer> {
  const { type, documentId } = call;
  const checked = checkedRead(service, call, "findOne");
  const isReachable = inAskedLocale(service, type, checked, askedLocales(call)) !== null;
  const params = { ...askedParams(service, call), ...statusOf(checked), ...(documentId !== null && { documentId }) };
  const documents = documentsOf(service, call);
  const entry = around(service, call, action, params, (given) => (isReachable ? documents[action](given) : null));
  return entry.then((found) => answered(service, call, found));
}

function save(service: ContentService, call: HookedCall, method: "POST" | "PUT"): Promise<Answer> {
  const { type, access } = call;
  const { store } = service;
  const saving = checkedSave(service, call, method);
  const sent = readData(saving.data);
  checkKeys(store.engine.schema, type, sent, access, store.engine.rules);
  const documentId = call.documentId ?? (method === "PUT" ? singleDocumentId(store, type.uid) : null);
  const params = (): HookParams => ({
    ...givenParams(service, call),
    status: saving.publish ? "published" : "draft",
    ...(documentId !== null && { documentId }),
    data: { ...sent },
  });
  const status = method === "POST" ? 201 : 200;
  const action = documentId === null ? "create" : "update";
  const saved = new SavedEntry(service, documentId === null ? call : { ...call, documentId }, method, saving);
  const core = (changed: HookParams | null) =>
    changed === null ? saved.save() : documentsOf(service, call)[action](changed);
  return aroundUnchanged(service, call, action, params, core).then((entry) => {
    const text = saved.unchangedText(entry);
    return text === null ? answered(service, call, entry, status) : entryAnswer(text, status);
  });
}

async function remove(service: ContentService, call: HookedCall): Promise<Answer> {
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
  call: HookedCall,
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
  const draft = await documentsOf(service, call).findOne({
    ...givenParams(service, call),
    documentId,
    status: "draft",
  });
  return answered(service, call, draft);
}

function touch(
  service: ContentService,
  call: HookedCall,
  action: "delete" | "publish" | "unpublish" | "discardDraft",
  documentId: string,
): Promise<unknown> {
  const documents = documentsOf(service, call);
  const { status = "published", ...params } = givenParams(service, call);
  // As in Strapi, where a deletion has a status that counts for nothing.
  const given = { ...params, ...(action === "delete" && { status }), documentId };
  return around(service, call, action, given, ({ status: _status, ...asked }) => documents[action](asked));
}

/** @throws EngineError `not-found` if there is no entry. */
function answered(service: ContentService, call: HookedCall, entry: unknown, status = 200): Answer {
  if (entry === null) throw new EngineError("not-found", "Not Found");
  const { schema } = service.store.engine;
  const data = JSON.stringify(shownEntry(schema, call.type, call.access, entry) ?? null);
  return { status, body: withinBytes(`{"data":${data},"meta":{}}`, service.answerBytes) };
}
