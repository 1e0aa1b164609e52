import { EngineError, FULL_ACCESS } from "../../../engine/internal.ts";
import { knownCaller } from "../../access/authorize.ts";
import type { FindCaller, KnownCaller } from "../../access/caller.ts";
import { type Answer, TEXT_TYPE } from "../../http/answer.ts";
import { isPreflight, preflightHeaders } from "../../http/headers/cors.ts";
import type { HandOn, Interceptor } from "../../http/pipeline.ts";
import type { HttpRequest } from "../../http/port.ts";
import type { Service } from "../../http/service.ts";
import type { MatchedRoute, OwnRoute, OwnRoutes } from "./own-routes.ts";
import type { Arriving, RouteServing } from "./route-serving.ts";

/** Answers requests by the routes of the user's own, in place of the service that their path belongs to. */
export function interceptWithRoutes(serving: RouteServing, routes: OwnRoutes): Interceptor {
  return (request, service, next, serviceAt) => {
    if (routes.isEmpty || service.isControl === true) return null;
    const arriving = { request, service, serviceAt };
    const { around } = routes;
    if (around !== null && !isPreflight(request)) {
      return around(serving, arriving, (inner) => own(inner, next) ?? next(inner.request, inner.service));
    }
    return own(arriving, next);
  };

  function own(arriving: Arriving, next: HandOn): Answer | Promise<Answer> | null {
    const { request, service } = arriving;
    if (request.method === "OPTIONS") return options(request, service);
    const matches = routes.matching(request.method, request.path);
    return matches.length === 0 ? null : answer(arriving, next, matches);
  }

  async function answer(
    { request, service, serviceAt }: Arriving,
    next: HandOn,
    matches: readonly MatchedRoute[],
  ): Promise<Answer> {
    for (const { route, params } of matches) {
      const caller = callerOf(serving, route, request);
      routes.use(route);
      const answered = await route.answer(serving, { request, service, serviceAt, params, caller });
      if (answered !== null) return answered;
    }
    return next(request, service);
  }

  /** A browser's preflight for one of the methods, or the methods of a path. */
  function options(request: HttpRequest, service: Service): Answer | null {
    const own = routes.methodsAt(request.path);
    if (own.length === 0) return null;
    if (isPreflight(request)) {
      const cors = { ...service.cors, methods: own.join(",") };
      const isOwn = own.includes(request.header("access-control-request-method") ?? "");
      return isOwn ? { status: 204, body: null, headers: preflightHeaders(cors, request) } : null;
    }
    const built = service.router.find(request.path)?.endpoint.methods.keys() ?? [];
    const allow = [...new Set([...own, ...built])].join(", ");
    return { status: 200, body: "", contentType: TEXT_TYPE, headers: [["allow", allow]] };
  }
}

/** @throws EngineError `unauthorized`, `forbidden`. */
function callerOf(
  { authorize, findCaller, profile }: RouteServing,
  { needs }: OwnRoute,
  request: HttpRequest,
): KnownCaller {
  if (needs !== null && typeof needs === "object") return authorize(request, needs.type, needs.action);
  if (needs === null) {
    const caller = findCaller(request.header("authorization"));
    return caller.kind === "unauthorized" ? visitor(findCaller) : caller;
  }
  const caller = knownCaller(findCaller, request);
  if (needs === "anyone") return caller;
  if (needs === "full access" ? caller.access === FULL_ACCESS : caller.access.authenticated) return caller;
  if (needs === "credentials") throw new EngineError("unauthorized", "Unauthorized");
  const isRight = needs === "signed in" && profile.missingCredentials !== "unauthorized";
  if (caller.kind === "public" && !isRight) throw new EngineError("unauthorized", "Missing or invalid credentials");
  throw new EngineError("forbidden", "Forbidden");
}

/** A route for everyone answers whatever the credentials. */
function visitor(findCaller: FindCaller): KnownCaller {
  const caller = findCaller(undefined);
  if (caller.kind === "unauthorized") throw new EngineError("unauthorized", caller.message);
  return caller;
}
