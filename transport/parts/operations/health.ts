import type { Refusal, Store } from "../../../storage/core.ts";
import { publicReason } from "../../contract/errors.ts";
import type { ProfileName } from "../../contract/profiles/profile-name.ts";
import { CONTRACT_ANSWERS } from "../../contract/profiles/service-defaults.ts";
import type { Answer } from "../../http/answer.ts";
import { isBelow } from "../../http/path-below.ts";
import { Router } from "../../http/router.ts";
import type { RouteHandle, Service } from "../../http/service.ts";
import type { Freshness } from "./freshness.ts";
import type { Watched } from "./watched.ts";

/** Whether the server accepts requests. */
export interface Readiness {
  /** True from the moment the server receives a signal to shut down. */
  draining: boolean;
}

type Status = "ready" | "draining" | "read only" | "behind";

/**
 * Endpoints for supervisors and load balancers:
 *
 * - `/_health/live`: the process answers.
 * - `/_health/ready`: send requests here. 503 while draining, while writes cannot be stored, and, on one of several
 *   nodes, while its content is too old.
 * - `/_health/writable`: 503 while writes would be refused.
 * - `/_health`: as ready, with the state of the storage, and the profile, which twins take over.
 *
 * One of several nodes stays ready while the shared log is out of reach, until its content is too old: no other node
 * could do better.
 */
export function healthService(
  profile: ProfileName,
  store: Store,
  readiness: Readiness,
  freshness: Freshness | null,
  watched: () => readonly Watched[],
): Service {
  const statusNow = (): Status => {
    if (readiness.draining) return "draining";
    const obstacle = freshness === null ? store.obstacle : store.stopped;
    if (obstacle !== null) return "read only";
    return freshness?.isFresh === false ? "behind" : "ready";
  };
  const isWritable = () => !readiness.draining && store.obstacle === null;
  const live: RouteHandle = () => answer(200, { status: "live" });
  const ready: RouteHandle = () => {
    const status = statusNow();
    return answer(codeOf(status === "ready"), { status });
  };
  const writable: RouteHandle = () => answer(codeOf(isWritable()), writesOf(store));
  const whole: RouteHandle = async () => {
    const ofParts = await Promise.all(watched().map((part) => part.health?.()));
    const status = statusNow();
    return answer(codeOf(status === "ready"), {
      status,
      live: true,
      profile,
      ready: status === "ready",
      storage: { survives: store.opened.survives, ...writesOf(store) },
      ...(freshness !== null && { cluster: clusterOf(store, freshness) }),
      ...Object.assign({}, ...ofParts),
    });
  };
  const route = (name: string, handle: RouteHandle) => ({
    method: "GET",
    path: `/_health${name}`,
    describes: null,
    handle,
  });
  return {
    ...CONTRACT_ANSWERS,
    owns: isBelow("/_health"),
    router: new Router([route("", whole), route("/live", live), route("/ready", ready), route("/writable", writable)]),
  };
}

function codeOf(isGood: boolean): number {
  return isGood ? 200 : 503;
}

/** `schema` is absent if all nodes run one program. */
function clusterOf({ schema }: Store, { lag, nodes }: Freshness): object {
  return { lagMs: Math.round(lag), nodes, ...(schema !== null && { schema }) };
}

/** The full cause is only logged, since it may name files. */
function writesOf(store: Store): object {
  const { obstacle } = store;
  if (obstacle === null) return { takesWrites: true };
  return { takesWrites: false, reason: stateOf(store, obstacle), cause: publicReason(obstacle.reason) };
}

function stateOf({ stopped, schema }: Store, { noRoom }: Refusal): string {
  if (stopped !== null) return "stopped until the next start";
  if (schema === "older") return "schema superseded";
  return noRoom ? "no room" : "writes fail";
}

function answer(status: number, body: object): Answer {
  return { status, body: JSON.stringify(body), headers: [["cache-control", "no-store"]] };
}
