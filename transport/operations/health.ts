import type { Store } from "../../storage/internal.ts";
import { contentErrors } from "../contract/errors.ts";
import { CONTRACT } from "../contract/profile.ts";
import type { Answer } from "../http/answer.ts";
import { isBelow } from "../http/path-below.ts";
import { Router } from "../http/router.ts";
import type { RouteHandle, Service } from "../http/service.ts";

/** Whether requests are welcome. */
export interface Readiness {
  /** True from the moment at which the server is asked to end. */
  draining: boolean;
}

/**
 * What supervisors and load balancers ask: `/_health/live` (the process answers), `/_health/ready` (send requests here:
 * 503 while draining, or when writes cannot be stored) and `/_health` (ready, and what the storage says).
 */
export function healthService(store: Store, readiness: Readiness): Service {
  const isReady = () => !readiness.draining && store.obstacle === null;
  const live: RouteHandle = () => answer(200, { status: "live" });
  const ready: RouteHandle = () => answer(isReady() ? 200 : 503, { status: statusOf(store, readiness) });
  const whole: RouteHandle = () =>
    answer(isReady() ? 200 : 503, {
      status: statusOf(store, readiness),
      live: true,
      ready: isReady(),
      storage: { survives: store.opened.survives, ...writesOf(store) },
    });
  const route = (path: string, handle: RouteHandle) => ({ method: "GET", path, handle });
  return {
    owns: isBelow("/_health"),
    router: new Router([route("/_health", whole), route("/_health/live", live), route("/_health/ready", ready)]),
    errors: contentErrors(CONTRACT),
    cors: CONTRACT.cors,
    securityHeaders: CONTRACT.securityHeaders,
    unknownPathAllow: null,
    unknownMethods: "wrong method",
  };
}

function statusOf(store: Store, { draining }: Readiness): "ready" | "draining" | "read only" {
  if (draining) return "draining";
  return store.obstacle === null ? "ready" : "read only";
}

/** The full reason may name files: it is in the log. */
function writesOf({ obstacle, stopped }: Store): object {
  if (obstacle === null) return { takesWrites: true };
  const reason = obstacle.noRoom ? "no room" : stopped === null ? "writes fail" : "stopped until the next start";
  return { takesWrites: false, reason };
}

function answer(status: number, body: object): Answer {
  return { status, body: JSON.stringify(body), headers: [["cache-control", "no-store"]] };
}
