import { type ContentType, meantName, type Schema } from "../../../engine/internal.ts";
import type { Caller, FindCaller } from "../../access/caller.ts";
import type { Observer } from "../../http/pipeline.ts";
import type { HeaderList, HttpRequest, HttpResponse } from "../../http/port.ts";
import type { RouteInfo } from "../../http/route-list.ts";
import type { Log } from "../../runtime/log.ts";

export interface HintOptions {
  readonly log: Log;
  readonly schema: Schema;
  readonly findCaller: FindCaller;
  /** The routes that are served now, with who may call them. */
  readonly routes: () => readonly RouteInfo[];
  /** The first part of every content path, `/api`. */
  readonly prefix: string;
  /** The origins of the configuration; undefined: every origin is allowed. */
  readonly origins: "*" | readonly string[] | undefined;
}

/** Each refusal is looked at once; after so many a client is guessing, not developing, and is not to cost a list of all routes. */
const MOST_LOOKS = 1000;

/** Characters of a path that somebody may have meant. */
const PATH = 500;

/** Services that may be off, by the path at which people look for them. */
const SWITCHES: readonly (readonly [path: string, hint: string])[] = [
  ["/graphql", '"graphql": true in the configuration, or --graphql, serves it'],
  ["/documentation", "the OpenAPI document is at /api/openapi.json"],
  ["/admin", "Galley has no admin panel: Studio, at /_studio, edits content"],
  ["/_studio", '"studio": true in the configuration serves it'],
  ["/_metrics", '"metrics": true in the configuration serves it'],
  ["/__galley", '"control": true in the configuration, or --control, serves it'],
  ["/todos", '"todo": true in the configuration, or --todo, serves it'],
  ["/uploads", '"uploads": true in the configuration serves it'],
  ["/api/upload", '"uploads": true in the configuration serves it'],
  ["/api/auth", '"users": true in the configuration serves it'],
  ["/api/connect", '"users": true in the configuration serves it'],
  ["/api/users", '"users": true in the configuration serves it'],
];

/**
 * Tells a developer in the log why a request was refused and what would change that: the path that was meant, the role
 * that lacks a right, the origin that is not listed. Answers are as without it.
 */
export function refusalHints(options: HintOptions): Observer {
  const given = new Set<string>();
  const seen = new Set<string>();
  return (request, response) => {
    if (seen.size >= MOST_LOOKS || request.path.length > PATH) return;
    const origin = refusedOrigin(options, request, response);
    if (response.status < 400 && origin === null) return;
    const refusal = [response.status, request.method, request.path, origin, askerOf(options, request)].join(" ");
    if (seen.has(refusal)) return;
    seen.add(refusal);
    const hint = hintFor(options, request, response, origin);
    if (hint === null || given.has(hint)) return;
    given.add(hint);
    options.log.warn({}, hint);
  };
}

function hintFor(
  options: HintOptions,
  request: HttpRequest,
  response: HttpResponse,
  origin: string | null,
): string | null {
  if (origin !== null) {
    return `Pages of ${origin} may not read these answers: list the origin in the configuration, "cors": [${JSON.stringify(origin)}]`;
  }
  if (response.status === 404) return meantPath(options, request);
  if (response.status === 401 || response.status === 403) return lackedRight(options, request);
  return null;
}

function refusedOrigin({ origins }: HintOptions, request: HttpRequest, response: HttpResponse): string | null {
  if (typeof origins !== "object") return null;
  const origin = request.header("origin");
  if (origin === undefined || origin.endsWith(`//${request.header("host")}`)) return null;
  const names = [...response.headers, ...(response.ownHeaders ?? NO_HEADERS)].map(([name]) => name);
  return names.includes("access-control-allow-origin") ? null : origin;
}

const NO_HEADERS: HeaderList = [];

function meantPath(options: HintOptions, { method, path }: HttpRequest): string | null {
  const routes = options.routes();
  const off = SWITCHES.find(([at]) => isAtOrBelow(path, at) && !routes.some((route) => isAtOrBelow(route.path, at)));
  if (off !== undefined) return `${method} ${path}: nothing is served at ${off[0]}; ${off[1]}`;
  const { schema, prefix } = options;
  const isBelow = isAtOrBelow(path, prefix);
  const [, name = "", rest = ""] = /^\/([^/]*)(.*)$/.exec(isBelow ? path.slice(prefix.length) : path) ?? [];
  if (isBelow && schema.byPath.has(name)) return null;
  const named = schema.byPath.has(name) ? name : pathOfSingular(schema, name);
  if (named !== null) return `${method} ${path}: ${prefix}/${named}${rest} is meant`;
  const meant = meantName(name, schema.byPath.keys());
  return meant === "" ? null : `${method} ${path}: there is no content at ${prefix}/${name}${meant}`;
}

function isAtOrBelow(path: string, at: string): boolean {
  return path === at || path.startsWith(`${at}/`);
}

/** The path of a collection type with this singular name. */
function pathOfSingular(schema: Schema, name: string): string | null {
  for (const [path, type] of schema.byPath) if (singularOf(type) === name) return path;
  return null;
}

function singularOf({ uid }: ContentType): string {
  return uid.slice(uid.lastIndexOf(".") + 1);
}

function lackedRight(options: HintOptions, request: HttpRequest): string | null {
  const { method, path } = request;
  const route = options.routes().find((each) => each.method === method && fits(each.path, path));
  if (typeof route?.needs !== "object" || route.needs === null) return null;
  const { type, action } = route.needs;
  const caller = options.findCaller(request.header("authorization"));
  if (caller.kind === "unauthorized" || caller.access.may(type, action)) return null;
  const name = type.slice(type.lastIndexOf(".") + 1);
  const isRead = action === "find" || action === "findOne";
  return (
    `${method} ${path}: ${whoIs(caller)} may not ${action} ${name}` +
    (route.callers.length === 0 ? "" : ` (${route.callers.join(", ")} may)`) +
    `; "roles": { ${JSON.stringify(roleOf(caller))}: { ${JSON.stringify(name)}: ["${action}"] } } in the configuration grants it` +
    (isRead ? ", and --open lets everyone read" : "")
  );
}

/** Whether a route with variable segments, `/api/posts/:documentId`, matches a path. */
function fits(route: string, path: string): boolean {
  const [expected, given] = [route.split("/"), path.replace(/\/$/, "").split("/")];
  return expected.length === given.length && expected.every((part, at) => part.startsWith(":") || part === given[at]);
}

function askerOf({ findCaller }: HintOptions, request: HttpRequest): string {
  const caller = findCaller(request.header("authorization"));
  return caller.kind === "unauthorized" ? caller.kind : whoIs(caller);
}

function whoIs(caller: Caller): string {
  if (caller.kind === "token") return `the token ${caller.name}`;
  return caller.kind === "user" ? "the role of this user" : "the role public, which visitors have,";
}

function roleOf(caller: Caller): string {
  return caller.kind === "public" ? "public" : caller.kind === "user" ? "authenticated" : "ROLE";
}
