import { type Action, isRecord } from "../../../engine/internal.ts";
import type { Authorize } from "../../access/authorize.ts";
import { type Asked, askedBy } from "../../access/note-author.ts";
import type { Answer } from "../../http/answer.ts";
import { HttpError } from "../../http/http-error.ts";
import { flatParams } from "../../http/params/flat-params.ts";
import type { HeaderList, HttpRequest } from "../../http/port.ts";
import type { Route } from "../../http/router.ts";
import type { RouteCall, RouteHandle } from "../../http/service.ts";
import { delayed } from "../control/faults/delayed.ts";
import type { Faults } from "../control/faults/faults.ts";
import type { Rewrites } from "../routes/rewrites.ts";
import { type ListParams, listParams } from "./list-params.ts";
import type { Resource, Row } from "./resource.ts";
import type { ResourceSet } from "./resource-set.ts";
import type { RowWriter } from "./row-writer.ts";
import type { Rows } from "./rows.ts";

/** The context of the routes. */
export interface RouteContext {
  readonly rows: Rows;
  readonly writer: RowWriter;
  readonly resources: ResourceSet;
  /** The rules of its `routes.json`. */
  readonly rules: Rewrites | null;
  readonly authorize: Authorize;
  /** Waits, where a request asks for it. */
  readonly faults: Faults;
  /** Pages of any origin may call, so those too that can load scripts alone. */
  readonly isForAnyone: boolean;
}

/** Not listed among the routes. */
const isAlias = true as const;

/** `asked`: for routes that need a right. */
type Handle = (call: RouteCall, params: ReturnType<typeof flatParams>, asked: () => Asked) => Promise<Answer>;

/** All routes of json-server: `/posts`, `/posts/1`, `/posts/1/comments`, `/profile`, `/db`. */
export function jsonRoutes(context: RouteContext): readonly Route<RouteHandle>[] {
  const { rows, writer, resources, rules, authorize, faults, isForAnyone } = context;
  const { version } = resources;
  const hasScripts = version === 0 && isForAnyone;
  const routes: Route<RouteHandle>[] = [];
  const add = (method: string, path: string, needs: readonly [Resource, Action] | null, handle: Handle): void => {
    const right = needs === null ? {} : { needs: { type: needs[0].type.uid, action: needs[1] } };
    const run: RouteHandle = (call) => {
      const caller = needs === null ? null : authorize(call.request, needs[0].type.uid, needs[1]);
      const asked = () => askedBy(caller ?? { kind: "public" }, call.request);
      const params = flatParams(call.request.query);
      const callback = hasScripts && method === "GET" ? callbackIn(params) : "";
      return delayed(faults, call.request, Number.parseFloat(params.get("_delay")?.[0] ?? ""), async () => {
        const answer = await handle(call, params, asked);
        return callback === "" ? answer : asScript(answer, callback);
      });
    };
    routes.push({ method, path, describes: null, handle: run, ...right });
  };

  add("GET", "/db", null, async ({ request }) => {
    const may = ({ type }: Resource) => isAllowed(() => authorize(request, type.uid, "find"));
    return json(200, await rows.all(may));
  });
  if (version === 0 && rules !== null) add("GET", "/__rules", null, async () => json(200, rules));
  for (const [name, resource] of resources.all) {
    const path = `/${name}`;
    if (resource.isSingle) addObject(resource, path);
    else addList(resource, path);
  }
  const paths = new Set(routes.map(({ path }) => path));
  const options: RouteHandle = () => ({ status: 204, body: null });
  return [
    ...routes,
    ...[...paths].map((path) => ({ method: "OPTIONS", path, describes: null, handle: options, isAlias })),
  ];

  function addObject(resource: Resource, path: string): void {
    add("GET", path, [resource, "find"], async () => found(await rows.object(resource)));
    const write = (method: string, status: number, isPatch: boolean) =>
      add(method, path, [resource, "update"], async ({ request, prepared }, _, asked) => {
        const row = await writer.update(resource, { id: null, body: bodyIn(prepared), isPatch }, asked());
        return json(status, row, status === 201 ? location(request, "") : []);
      });
    write("PUT", 200, false);
    write("PATCH", 200, true);
    if (version === 0) write("POST", 201, false);
  }

  function addList(resource: Resource, path: string): void {
    add("GET", path, [resource, "find"], ({ request }, params) => list(resource, request, listParams(params, version)));
    add("POST", path, [resource, "create"], ({ request, prepared }, _, asked) =>
      create(resource, request, bodyIn(prepared), asked()),
    );
    const one = `${path}/:id`;
    add("GET", one, [resource, "findOne"], async ({ params: [id = ""] }, params) => {
      const row = await rows.one(resource, id);
      return found(row && (await rows.join(resource, [row], listParams(params, version)))[0]);
    });
    for (const method of ["PUT", "PATCH"]) {
      add(method, one, [resource, "update"], async ({ params: [id = ""], prepared }, _, asked) =>
        found(await writer.update(resource, { id, body: bodyIn(prepared), isPatch: method === "PATCH" }, asked())),
      );
    }
    add("DELETE", one, [resource, "delete"], async ({ params: [id = ""] }, params, asked) => {
      const row = await writer.remove(resource, { id, dependents: params.get("_dependent") ?? [] }, asked());
      return found(row && (version === 0 ? {} : row));
    });
    if (version === 0) addNested(resource, one);
  }

  /** The rows of another list that refer to one row. */
  function addNested(outer: Resource, one: string): void {
    for (const [name, inner] of resources.all) {
      if (inner.isSingle) continue;
      const key = resources.referenceTo(inner, outer);
      add("GET", `${one}/${name}`, [inner, "find"], ({ request, params: [id = ""] }, params) => {
        const asked = listParams(params, version);
        const conditions = [...asked.conditions, { path: key, operator: "eq", texts: [id] } as const];
        return list(inner, request, { ...asked, conditions });
      });
      add("POST", `${one}/${name}`, [inner, "create"], ({ request, params: [id = ""], prepared }, _, asked) =>
        create(inner, request, { ...bodyIn(prepared), [key]: id }, asked()),
      );
    }
  }

  async function list(resource: Resource, request: HttpRequest, params: ListParams): Promise<Answer> {
    const { rows: page, total } = await rows.list(resource, params);
    const joined = await rows.join(resource, page, params);
    const { window } = params;
    if (window.kind === "all") return json(200, joined);
    if (window.kind === "object") return json(200, await pageObject(resource, params, joined, total));
    const shown = window.kind === "links" ? "X-Total-Count, Link" : "X-Total-Count";
    return json(200, joined, [
      ["x-total-count", String(total)],
      ["access-control-expose-headers", shown],
      ...(window.kind === "links" ? [["link", linksOf(request, window, total, joined.length)] as const] : []),
    ]);
  }

  /** A page behind the last one is the last one. */
  async function pageObject(
    resource: Resource,
    params: ListParams,
    page: readonly Row[],
    total: number,
  ): Promise<object> {
    const { window } = params;
    if (window.kind !== "object") return page;
    const last = Math.max(1, Math.ceil(total / window.size));
    if (window.page > last) {
      const asked = { ...params, window: { ...window, page: last } };
      const { rows: ofLast } = await rows.list(resource, asked);
      return pageObject(resource, asked, await rows.join(resource, ofLast, params), total);
    }
    const prev = window.page > 1 ? window.page - 1 : null;
    const next = window.page < last ? window.page + 1 : null;
    return { first: 1, prev, next, last, pages: last, items: total, data: page };
  }

  async function create(resource: Resource, request: HttpRequest, body: Row, asked: Asked): Promise<Answer> {
    const row = await writer.create(resource, body, asked);
    return json(201, row, version === 0 ? location(request, `/${row[resource.idKey]}`) : []);
  }
}

function json(status: number, value: unknown, headers: HeaderList = []): Answer {
  return { status, body: JSON.stringify(value), headers };
}

/** The function of the page that a script calls (JSONP); empty: the answer is JSON. */
function callbackIn(params: ReturnType<typeof flatParams>): string {
  return (params.get("callback")?.[0] ?? "").replace(/[^[\]\w$.]/g, "");
}

/** A script that calls a function of the page with the answer. */
function asScript({ body, ...answer }: Answer, callback: string): Answer {
  const value = String(body).replaceAll("\u2028", "\\u2028").replaceAll("\u2029", "\\u2029");
  const script = `/**/ typeof ${callback} === "function" && ${callback}(${value});`;
  return { ...answer, body: script, contentType: "text/javascript; charset=utf-8" };
}

function found(value: unknown): Answer {
  if (value === null || value === undefined) throw new HttpError("no route", "Not Found");
  return json(200, value);
}

function bodyIn(prepared: unknown): Row {
  if (isRecord(prepared)) return prepared;
  throw new HttpError("bad request", "Body must be a JSON object");
}

function isAllowed(check: () => unknown): boolean {
  try {
    check();
    return true;
  } catch {
    return false;
  }
}

function urlOf(request: HttpRequest): string {
  return `http://${request.header("host") ?? "localhost"}${request.path}`;
}

function location(request: HttpRequest, below: string): HeaderList {
  return [
    ["location", urlOf(request) + below],
    ["access-control-expose-headers", "Location"],
  ];
}

/** RFC 8288. Without the first and the last page if there is only one; empty behind the last one. */
function linksOf(
  request: HttpRequest,
  { page, size }: { readonly page: number; readonly size: number },
  total: number,
  shown: number,
): string {
  if (shown === 0) return "";
  const url = `${urlOf(request)}?${request.query}`;
  const last = Math.ceil(total / size);
  const pages = {
    ...(shown !== total && { first: 1 }),
    ...(page > 1 && { prev: page - 1 }),
    ...(page < last && { next: page + 1 }),
    ...(shown !== total && { last }),
  };
  const links = Object.entries(pages).map(
    ([name, to]) => `<${url.replace(/([?&]_page=)[^&]*/, `$1${to}`)}>; rel="${name}"`,
  );
  return links.join(", ");
}
