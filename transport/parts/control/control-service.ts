import { EngineError, FULL_ACCESS } from "../../../engine/internal.ts";
import type { FindCaller } from "../../access/caller.ts";
import { hashToken } from "../../access/tokens.ts";
import { errorBody } from "../../contract/error-body.ts";
import type { ServiceDefaults } from "../../contract/profiles/service-defaults.ts";
import type { HttpRequest } from "../../http/port.ts";
import { type Route, Router } from "../../http/router.ts";
import type { RouteHandle, Service } from "../../http/service.ts";
import { ExpectationError } from "../../runtime/expectation-error.ts";
import { clockRoutes } from "./clock-routes.ts";
import type { ControlRoute } from "./control-route.ts";
import type { Controlled } from "./controlled.ts";
import { faultRoutes } from "./faults/fault-routes.ts";
import { forkOf, isControlPath } from "./forks/choose-fork.ts";
import { forkRoutes } from "./forks/fork-routes.ts";
import type { NamedForks } from "./forks/named-forks.ts";
import { snapshotRoutes } from "./forks/snapshot-routes.ts";
import { outboxRoutes } from "./outbox-routes.ts";
import { requestRoutes } from "./requests/request-routes.ts";

/** The parts of the contents and their deployment that control needs. */
export interface ControlLent {
  readonly findCaller: FindCaller;
  readonly defaults: ServiceDefaults;
  /** Bytes of one answer. */
  readonly answerBytes: number;
  /** Routes of other parts. */
  readonly controls: readonly ControlRoute[];
}

/** The routes under `/__galley/`: for callers with a full-access token, or with `token`, the control's own. */
export function controlService(
  base: Controlled,
  forks: NamedForks,
  { findCaller, defaults, answerBytes, controls }: ControlLent,
  token: string | undefined,
): Service {
  const routes = [
    ...forkRoutes(base, forks),
    ...snapshotRoutes(),
    ...requestRoutes(answerBytes),
    ...faultRoutes(),
    ...clockRoutes(),
    ...outboxRoutes(),
    ...controls,
  ];
  return {
    ...defaults,
    owns: isControlPath,
    router: new Router(routes.map((route) => bind(route, base, forks))),
    prepare: checkerOf(findCaller, token),
    errors: (error) =>
      error instanceof ExpectationError
        ? { status: 417, body: errorBody(417, "ExpectationFailedError", error.message, {}) }
        : defaults.errors(error),
    cors: { ...defaults.cors, headers: "asked", methods: "asked" },
    unknownPathAllow: null,
    unknownMethods: "wrong method",
    isControl: true,
  };
}

function bind({ method, path, handle }: ControlRoute, base: Controlled, forks: NamedForks): Route<RouteHandle> {
  return {
    method,
    path: `/__galley${path}`,
    describes: null,
    needs: "full access",
    handle: ({ request, params }) => handle({ galley: forkOf(request, forks) ?? base, request, params }),
  };
}

/** @throws EngineError `unauthorized`, `forbidden` (the returned function) */
function checkerOf(findCaller: FindCaller, token: string | undefined): (request: HttpRequest) => void {
  const ownHash = token === undefined ? null : hashToken(token);
  return (request) => {
    const authorization = request.header("authorization");
    const secret = /^bearer\s+(\S+)$/i.exec(authorization?.trim() ?? "")?.[1];
    // Hashes are compared, so that timing reveals nothing about the token.
    if (ownHash !== null && secret !== undefined && hashToken(secret) === ownHash) return;
    const caller = findCaller(authorization);
    if (caller.kind === "token" && caller.access === FULL_ACCESS) return;
    if (caller.kind === "token") throw new EngineError("forbidden", "Forbidden");
    throw new EngineError("unauthorized", "Missing or invalid credentials");
  };
}
