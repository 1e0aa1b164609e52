import { type ContentType, EngineError, FULL_ACCESS, parseDatetime, type Schema } from "../../../engine/internal.ts";
import { type Authorize, knownCaller } from "../../access/authorize.ts";
import type { FindCaller, KnownCaller } from "../../access/caller.ts";
import { askedBy, authorOf } from "../../access/note-author.ts";
import { bodyOf } from "../../contract/parse-body.ts";
import type { Answer } from "../../http/answer.ts";
import { flatParams } from "../../http/params/flat-params.ts";
import type { HttpRequest } from "../../http/port.ts";
import type { Route } from "../../http/router.ts";
import type { RouteCall, RouteHandle } from "../../http/service.ts";
import { readOrder } from "./read-order.ts";
import { SCHEDULED_ACTIONS, type ScheduledAction, type StoredSchedule } from "./scheduled.ts";
import type { Scheduler, Schedules } from "./schedules.ts";

export interface ScheduleRoutesOptions {
  readonly schema: Schema;
  readonly authorize: Authorize;
  readonly findCaller: FindCaller;
  readonly schedules: Schedules;
  /** The document of a single type; null if there is none. */
  readonly singleDocument: (type: ContentType) => string | null;
  /** Prefix of every path, `/api`. */
  readonly prefix: string;
}

interface ScheduleRoute extends Route<RouteHandle> {
  readonly describes: keyof typeof import("./operations.ts")["DESCRIPTION"]["operations"];
}

/** The routes of all types with drafts, and the list of what is scheduled in all of them. */
export function scheduleRoutes(options: ScheduleRoutesOptions): readonly ScheduleRoute[] {
  const types = [...options.schema.byPath.values()].filter(({ draftAndPublish }) => draftAndPublish);
  return [
    ...types.flatMap((type) => routesOf(options, type)),
    {
      method: "GET",
      path: `${options.prefix}/_schedule`,
      describes: "findAllSchedules",
      needs: "credentials",
      handle: (call) => listAll(options, types, call),
    },
  ];
}

function routesOf(options: ScheduleRoutesOptions, type: ContentType): readonly ScheduleRoute[] {
  const { prefix, schedules } = options;
  const isSingle = type.kind === "single";
  const root = isSingle ? `${prefix}/${type.singularName}` : `${prefix}/${type.pluralName}/:documentId`;
  const documentOf = ({ params: [documentId = ""] }: RouteCall): string =>
    isSingle ? (options.singleDocument(type) ?? missing()) : documentId;

  const put =
    (action: ScheduledAction): RouteHandle =>
    async (call) => {
      const caller = options.authorize(call.request, type.uid, action);
      const order = readOrder(bodyOf(call), schedules.now);
      const target = { type, action, documentId: documentOf(call) };
      return answer(schedules, caller, await schedules.put(target, order, schedulerOf(caller, call.request)));
    };

  const list: RouteHandle = (call) => {
    const caller = authorizeEither(options, call.request, type);
    const stored = schedules.of(type, documentOf(call));
    return answer(schedules, caller, stored.filter(isFor(caller)));
  };

  const cancel: RouteHandle = async (call) => {
    const caller = authorizeEither(options, call.request, type);
    const stored = schedules.of(type, documentOf(call));
    const id = call.params.at(-1);
    const found = stored.filter(isFor(caller)).find((each) => each.id === id);
    return found !== undefined && (await schedules.cancel(found.id, schedulerOf(caller, call.request)))
      ? { status: 204, body: null }
      : missing();
  };

  const needs = (action: ScheduledAction) => ({ type: type.uid, action });
  return [
    ...SCHEDULED_ACTIONS.map(
      (action): ScheduleRoute => ({
        method: "PUT",
        path: `${root}/actions/${action}`,
        describes: action === "publish" ? "schedulePublish" : "scheduleUnpublish",
        needs: needs(action),
        handle: put(action),
      }),
    ),
    { method: "GET", path: `${root}/schedule`, describes: "findSchedules", needs: needs("publish"), handle: list },
    {
      method: "DELETE",
      path: `${root}/schedule/:id`,
      describes: "deleteSchedule",
      needs: needs("publish"),
      handle: cancel,
    },
  ];
}

function listAll(options: ScheduleRoutesOptions, types: readonly ContentType[], { request }: RouteCall): Answer {
  const { findCaller, schedules } = options;
  const caller = knownCaller(findCaller, request);
  const mine = types.filter(({ uid }) => SCHEDULED_ACTIONS.some((action) => caller.access.may(uid, action)));
  const [first] = types;
  // Nobody else learns more than a refused write would tell.
  if (mine.length === 0 && first !== undefined) options.authorize(request, first.uid, "publish");
  const { from, to } = readRange(request.query);
  const stored = schedules.between(
    mine.map(({ uid }) => uid),
    from,
    to,
  );
  return answer(schedules, caller, stored.filter(isFor(caller)));
}

/** @throws EngineError `validation` for another parameter, or what is no time. */
function readRange(query: string): { readonly from: string | null; readonly to: string | null } {
  const range: { [name: string]: string | null } = { from: null, to: null };
  for (const [name, [value = ""]] of flatParams(query)) {
    if (!Object.hasOwn(range, name)) throw invalid(name, `${name} is not a known parameter`);
    const time = parseDatetime(value);
    if (typeof time !== "string") throw invalid(name, `${name} must be a date and a time, as 2027-01-01T06:00:00Z`);
    range[name] = time;
  }
  return { from: range.from ?? null, to: range.to ?? null };
}

function invalid(key: string, message: string): EngineError {
  return new EngineError("validation", message, { key, path: key, source: "query", param: key });
}

/** The caller, if it may publish or unpublish entries of this type. @throws EngineError `unauthorized`, `forbidden`. */
function authorizeEither({ authorize, findCaller }: ScheduleRoutesOptions, request: HttpRequest, { uid }: ContentType) {
  const mayUnpublish = knownCaller(findCaller, request).access.may(uid, "unpublish");
  return authorize(request, uid, mayUnpublish ? "unpublish" : "publish");
}

/** Schedules of actions that the caller may perform. */
function isFor({ access }: KnownCaller): (stored: StoredSchedule) => boolean {
  return ({ target, action }) => access.may(target, action);
}

function schedulerOf(caller: KnownCaller, request: HttpRequest): Scheduler {
  return { author: authorOf(caller), note: askedBy(caller, request).note };
}

function answer(
  schedules: Schedules,
  { access }: KnownCaller,
  stored: StoredSchedule | readonly StoredSchedule[],
): Answer {
  const shown = (each: StoredSchedule) => schedules.shown(each, access === FULL_ACCESS);
  const data = isList(stored) ? stored.map(shown) : shown(stored);
  return { status: 200, body: JSON.stringify({ data, meta: {} }) };
}

function isList<T>(value: T | readonly T[]): value is readonly T[] {
  return Array.isArray(value);
}

function missing(): never {
  throw new EngineError("not-found", "Not Found");
}
