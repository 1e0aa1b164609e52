import { testOf } from "../requests/request-match.ts";
import type { SeenRequest } from "../requests/seen-request.ts";
import type { Delay } from "./fault.ts";
import {
  type BandwidthConfig,
  bandwidthRules,
  type ErrorRate,
  type ErrorsConfig,
  errorRules,
  type LatencyConfig,
  latencyRules,
  type Rule,
} from "./slowness-config.ts";

/** The settings that slow answers and let some fail, for whoever tunes a front end. */
export interface SlownessSettings {
  readonly latency?: LatencyConfig;
  readonly errors?: ErrorsConfig;
  readonly bandwidth?: BandwidthConfig;
  readonly ids?: unknown;
}

/** The value for a request; null without one. */
type Find<T> = (request: SeenRequest) => T | null;

/** The slowness that every galley and fork of a deployment begins with. */
export interface Slowness {
  /** Of all paths without a value of their own. */
  readonly latency: Delay;
  readonly latencyOf: Find<Delay>;
  readonly errorsOf: Find<ErrorRate>;
  /** Bits per second. */
  readonly bandwidthOf: Find<number>;
  /** Decides on ranges and on errors. */
  readonly seed: number;
}

/** Null where nothing is slowed. The settings have been checked. */
export function slownessOf({ latency, errors, bandwidth, ids }: SlownessSettings): Slowness | null {
  if (latency === undefined && errors === undefined && bandwidth === undefined) return null;
  const delays = latencyRules(latency);
  return {
    latency: delays.find(isForAll)?.value ?? 0,
    latencyOf: finder(delays.filter((rule) => !isForAll(rule))),
    errorsOf: finder(errorRules(errors)),
    bandwidthOf: finder(bandwidthRules(bandwidth)),
    seed: typeof ids === "number" ? ids : 0,
  };
}

/** Whether it is one of Galley's own pages and probes, which only a path of their own slows. */
export function isOwnPath({ path }: SeenRequest): boolean {
  return path.startsWith("/_");
}

function isForAll({ path, method }: Rule<unknown>): boolean {
  return path === null && method === null;
}

/** The first rule with a path that fits, else the one for all paths. */
function finder<T>(rules: readonly Rule<T>[]): Find<T> {
  const tests = [...rules]
    .sort((one, other) => generality(one) - generality(other))
    .map(({ method, path, value }) => {
      const matches = testOf<SeenRequest>({ ...(method !== null && { method }), ...(path !== null && { path }) });
      return { value, fits: (request: SeenRequest) => (path !== null || !isOwnPath(request)) && matches(request) };
    });
  return (request) => tests.find(({ fits }) => fits(request))?.value ?? null;
}

function generality({ method, path }: Rule<unknown>): number {
  return (path === null ? 2 : 0) + (method === null ? 1 : 0);
}
