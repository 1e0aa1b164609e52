import {
  type Access,
  type Action,
  type ContentType,
  isPromise,
  localeOf,
  typesRead,
} from "../../../engine/internal.ts";
import type { KnownCaller } from "../../access/caller.ts";
import { versionById } from "../../contract/by-id.ts";
import type { Body } from "../../contract/parse-body.ts";
import type { AnswerFormat } from "../../contract/profiles/rest-config.ts";
import { taggedAnswer, withConditions } from "../../contract/tagged-answer.ts";
import type { Answer } from "../../http/answer.ts";
import { ChangedRequest } from "../../http/inner-request.ts";
import { type HttpRequest, inBytes, isSource } from "../../http/port.ts";
import { type Route, Router } from "../../http/router.ts";
import type { RouteHandle } from "../../http/service.ts";
import type { Common, Mounting } from "../part.ts";
import { STUDIO_CONTENT } from "../studio/studio-option.ts";
import { EXPLAIN_HEADER, withExplanation } from "./explanation.ts";
import { answerWithHooks, hookTest } from "./hooked/hooked-calls.ts";
import { withNumericIdHint } from "./numeric-id-hint.ts";
import { queryParams } from "./query-params.ts";
import { readList, readOne } from "./read.ts";
import type { Call, Answer as ContentAnswer, ContentService, Handle } from "./service.ts";
import { withV4Format } from "./v4-format.ts";
import { create, discard, publish, remove, unpublish, update } from "./writing/write.ts";

export interface RoutesOptions extends Pick<Common, "prefix" | "queryLimits">, Pick<Mounting, "authorize" | "cache"> {
  readonly service: ContentService;
  /** Serve the Document Service's operations too. */
  readonly actions: boolean;
  /** Whether Studio is served, which needs the Document Service's operations in any case. */
  readonly studio: boolean;
  /** The form of answers, unless a request asks for the other one. */
  readonly format: AnswerFormat;
  /** Reads have an `ETag`, and `If-None-Match` is obeyed. */
  readonly entityTags: boolean;
  /** Reads that ask for it are answered with their query plan. */
  readonly explain: boolean;
  /** Further services below the prefix, each with a path of its own. */
  readonly beside: readonly Route<RouteHandle>[];
}

/** The routes of every content type that has any (content, Endpoints). */
export function contentRouter(options: RoutesOptions): Router<RouteHandle> {
  const types = [...options.service.store.engine.schema.byPath.values()];
  return new Router([...types.flatMap((type) => routesOf(options, type)), ...options.beside]);
}

/** The operation that describes a route, named as its action. */
type ContentOperation = keyof typeof import("./operations.ts")["DESCRIPTION"]["operations"] & Action;

function routesOf(options: RoutesOptions, type: ContentType): Route<RouteHandle>[] {
  const route = (method: string, path: string, action: ContentOperation, handle: Handle): Route<RouteHandle> => ({
    method,
    path,
    describes: action,
    needs: { type: type.uid, action },
    handle: conditional(
      options,
      method,
      inAskedFormat(options, type, guarded(options, type, action, withNumericIdHint(type, handle))),
    ),
  });
  const single = type.kind === "single";
  const root = `${options.prefix}/${single ? type.singularName : type.pluralName}`;
  const entry = single ? root : `${root}/:documentId`;
  const list = single ? [] : [route("GET", root, "find", readList), route("POST", root, "create", create)];
  const one = [
    route("GET", entry, single ? "find" : "findOne", readOne),
    route("PUT", entry, "update", update),
    route("DELETE", entry, "delete", remove),
  ];
  const operations = (at: string) => [
    route("POST", `${at}/actions/publish`, "publish", publish),
    route("POST", `${at}/actions/unpublish`, "unpublish", unpublish),
    route("POST", `${at}/actions/discard-draft`, "discardDraft", discard),
  ];
  if (!type.draftAndPublish) return [...list, ...one];
  const inStudio = () => operations(`${STUDIO_CONTENT}${entry.slice(options.prefix.length)}`);
  return [
    ...list,
    ...one,
    ...(options.actions ? operations(entry) : []),
    ...(options.studio ? inStudio().map((each) => ({ ...each, describes: null })) : []),
  ];
}

function conditional({ entityTags }: RoutesOptions, method: string, handle: RouteHandle): RouteHandle {
  return entityTags && method === "GET" ? withConditions(handle) : handle;
}

function inAskedFormat({ service, format }: RoutesOptions, type: ContentType, handle: RouteHandle): RouteHandle {
  const { profile, store } = service;
  if (format === "v4") return withV4Format(store.engine.schema, type, byNumericId(service, type, handle), format);
  return profile.responseFormatHeader ? withV4Format(store.engine.schema, type, handle, format) : handle;
}

/** Clients of Strapi 4 know entries by their numeric ids; an id has a locale. */
function byNumericId({ store }: ContentService, type: ContentType, handle: RouteHandle): RouteHandle {
  return (call) => {
    const version = versionById(store, type.uid, call.params[0] ?? "");
    if (version === null) return handle(call);
    const request = inLocale(call.request, localeOf(version.status));
    return handle({ ...call, request, params: [version.documentId] });
  };
}

function inLocale(request: HttpRequest, locale: string | null): HttpRequest {
  const { query } = request;
  if (locale === null || /(?:^|&)locale/.test(query)) return request;
  return new ChangedRequest(request, { query: `${query === "" ? "" : `${query}&`}locale=${locale}` });
}

function guarded(options: RoutesOptions, type: ContentType, action: Action, handle: Handle): RouteHandle {
  const { service, authorize, queryLimits, cache } = options;
  const hookingNow = hookTest(service.hooks, type, action);
  const isRead = action === "find" || action === "findOne";
  return ({ request, params: [documentId = null], prepared }) => {
    const caller = authorize(request, type.uid, action);
    const { access } = caller;
    const url = request.query === "" ? request.path : `${request.path}?${request.query}`;
    const explains = options.explain && isRead && request.header(EXPLAIN_HEADER) !== undefined;
    const hooking = hookingNow();
    // Hooks see who calls: callers with the same rights have answers of their own.
    const key = hooking === "cached" ? `${url}\n${nameOf(caller)}` : url;
    const known = isRead && !explains && hooking !== "uncached" ? cache.get(access, key) : null;
    if (known !== null) return known;
    const { query } = request;
    const params = () => queryParams(service.profile, query, queryLimits);
    // The service's `prepare` has parsed the body.
    const call: Call = { type, documentId, query, params, access, caller, request, body: prepared as Body };
    if (hooking !== "none") {
      const answer = answerWithHooks(service, call, action);
      return isRead && hooking === "cached" ? rememberedWhenMade(options, access, key, answer) : answer;
    }
    const given = handle(service, call);
    if (isPromise(given)) return given;
    const answer = remembered(options, access, url, given);
    return explains ? withExplanation(service, call, answer) : answer;
  };
}

/** Caches the answer to a read for callers with the same rights and the same URL. */
function remembered(options: RoutesOptions, access: Access, url: string, given: ContentAnswer): Answer {
  const { status, body, query } = given;
  if (body === null || query === undefined) return given;
  const { cache, service } = options;
  const answer = options.entityTags ? taggedAnswer(body) : { status, body };
  if (cache.wants(url, body.length)) {
    const kept = { ...answer, body: inBytes(body) };
    const { schema, state } = service.store.engine;
    const types = typesRead(schema, state.shape.relations, query);
    cache.put(access, url, { answer: kept, at: state.revision, types });
  }
  return answer;
}

/** The same for an answer that hooks make, from content of any type. */
async function rememberedWhenMade(
  { cache, service }: RoutesOptions,
  access: Access,
  key: string,
  making: Promise<Answer>,
): Promise<Answer> {
  const { hooks, store } = service;
  const { schema, state } = store.engine;
  const [at, before] = [state.revision, hooks.revision];
  const answer = await making;
  const { body } = answer;
  if (hooks.revision === before && body !== null && !isSource(body) && cache.wants(key, body.length)) {
    cache.put(access, key, { answer: { ...answer, body: inBytes(body) }, at, types: [...schema.types.keys()] });
  }
  return answer;
}

function nameOf(caller: KnownCaller): string {
  if (caller.kind === "public") return "";
  return caller.kind === "user" ? `user ${caller.id}` : `token ${caller.name}`;
}
