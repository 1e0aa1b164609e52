import { type Access, type Action, EngineError, isPromise } from "../../../../engine/internal.ts";
import type { KnownCaller } from "../../../access/caller.ts";
import { USER_TYPE } from "../../../access/user-types.ts";
import type { HttpRequest } from "../../../http/port.ts";
import type { Service } from "../../../http/service.ts";
import type { RouteRun, RouteServing } from "../../../parts/routes/route-serving.ts";
import type { MaybeLater } from "../../../runtime/maybe-later.ts";
import { EVERYONE, setExchange } from "../controllers/exchange.ts";
import { type CodeForm, readCodeForm } from "../koa/code-form.ts";
import { KoaContext } from "../koa/koa-context.ts";
import { koaSource, type ReadBy } from "../koa/read-source.ts";
import type { Loose, StrapiObject } from "../strapi-object.ts";
import type { DeclaredRoute } from "./declared-routes.ts";

/** The `ctx` that middlewares around all requests have made, by the request that they hand on. */
const CONTEXTS = new WeakMap<HttpRequest, KoaContext>();

export function handOn(request: HttpRequest, ctx: KoaContext): void {
  CONTEXTS.set(request, ctx);
}

/** A request to a route as its code sees it. */
export interface OpenedContext {
  readonly ctx: KoaContext;
  /** Made by middlewares around all requests, which send its headers. */
  readonly isGiven: boolean;
}

/** The `ctx` of a request to a route, with the state that Strapi's authentication leaves. */
export async function openContext(
  serving: RouteServing,
  run: RouteRun,
  { route, prefix, strapi }: { readonly route: DeclaredRoute; readonly prefix: string; readonly strapi: StrapiObject },
): Promise<OpenedContext> {
  const { request, service, caller: known } = run;
  const given = CONTEXTS.get(request);
  const opened = given === undefined ? newContext(serving, request, service) : { readable: request, ctx: given };
  const { readable, ctx } = isPromise(opened) ? await opened : opened;
  const isOpen = route.config.auth === false;
  const caller = isOpen ? EVERYONE : known;
  ctx.params = { ...run.params };
  setExchange(ctx, { serving, arriving: { ...run, request: readable }, caller, prefix });
  ctx.state.route = shownRoute(route);
  if (!isOpen) {
    const state = authState(caller, strapi);
    Object.assign(ctx.state, isPromise(state) ? await state : state);
  }
  return { ctx, isGiven: given !== undefined };
}

/** The `ctx` of an operation of GraphQL. */
export async function operationContext(
  read: ReadBy,
  { request, caller }: { readonly request: HttpRequest; readonly caller: KnownCaller },
  strapi: StrapiObject,
): Promise<OpenedContext> {
  const given = CONTEXTS.get(request);
  const ctx = given ?? new KoaContext(koaSource(read, request), {});
  ctx.state.route = { info: { type: "content-api" } };
  Object.assign(ctx.state, await authState(caller, strapi));
  return { ctx, isGiven: given !== undefined };
}

/** The `ctx` of a request, with the files of its form, which are removed at its end. */
export function newContext(serving: RouteServing, request: HttpRequest, service: Service): MaybeLater<NewContext> {
  const opened = (form: CodeForm | null): NewContext => {
    const readable = form?.request ?? request;
    const ctx = new KoaContext(koaSource(serving, readable, form?.files), {});
    if (form !== null) ctx.response.atEnd.push(() => form.remove());
    return { readable, ctx };
  };
  // Other services read their forms themselves.
  return service.readForm === undefined ? opened(null) : readCodeForm(request).then(opened);
}

interface NewContext {
  readonly readable: HttpRequest;
  readonly ctx: KoaContext;
}

function shownRoute({ method, path, handler, config, owner }: DeclaredRoute): object {
  const [space, name] = owner.split("::");
  const info = { [space === "plugin" ? "pluginName" : "apiName"]: name, type: "content-api" };
  return { method, path, handler, config, info };
}

function authState(caller: KnownCaller, strapi: StrapiObject): MaybeLater<object> {
  const ability = abilityOf(caller.access);
  if (caller.kind === "token") {
    const { name } = caller;
    const auth = { strategy: { name: "content-api-token" }, credentials: { name }, ability };
    return { isAuthenticated: true, auth };
  }
  const strategy = { name: "users-permissions" };
  if (caller.kind === "public") return { isAuthenticated: true, auth: { strategy, credentials: null, ability } };
  const found: Promise<Loose> = strapi.db.query(USER_TYPE).findOne({ where: { id: caller.id }, populate: ["role"] });
  return found.then((user) => ({ isAuthenticated: true, auth: { strategy, credentials: user, ability }, user }));
}

/** The caller's rights, as Strapi's `ability` tells them. */
function abilityOf(access: Access): object {
  return { can: (name: string) => access.may(...scopeOf(name)) };
}

/** `api::post.post.find` is the action `find` of `api::post.post`. */
export function scopeOf(name: string): readonly [type: string, action: Action] {
  const at = name.lastIndexOf(".");
  return [name.slice(0, at), name.slice(at + 1) as Action];
}

/** @throws EngineError `forbidden` for a caller that lacks one of the rights. */
export function requireScopes({ access }: KnownCaller, scopes: readonly string[]): void {
  for (const scope of scopes) {
    if (!access.may(...scopeOf(scope))) throw new EngineError("forbidden", "Forbidden");
  }
}
