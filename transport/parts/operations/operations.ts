import type { FindCaller } from "../../access/caller.ts";
import { type Guessing, type RateLimitConfig, rateLimit } from "../../access/rate-limit.ts";
import type { ResponseCache } from "../../contract/cache/response-cache.ts";
import type { ProfileName } from "../../contract/profiles/profile-name.ts";
import { createPipeline, type Guard, type Observer } from "../../http/pipeline.ts";
import type { Listener, Listening } from "../../http/port.ts";
import type { Service } from "../../http/service.ts";
import type { ClusterConfig } from "./cluster-config.ts";
import { Freshness, type FreshnessOptions } from "./freshness.ts";
import { healthService, type Readiness } from "./health.ts";
import { clusterMetrics } from "./metrics/cluster-metrics.ts";
import type { LogTraffic } from "./metrics/log-traffic.ts";
import type { MetricsOfAll } from "./metrics/merged-metrics.ts";
import { metricsService } from "./metrics/metrics-service.ts";
import { type ReadMetric, readAll } from "./metrics/prometheus-text.ts";
import { requestMetrics } from "./metrics/request-metrics.ts";
import { stateMetrics } from "./metrics/state-metrics.ts";
import type { MetricsConfig, MetricsPort } from "./metrics-config.ts";
import { watchOverload } from "./overload.ts";
import type { Watched } from "./watched.ts";

export interface OperationsOptions extends Pick<FreshnessOptions, "store" | "openedAt" | "log"> {
  /** Default: `contract`. */
  readonly profile?: ProfileName | undefined;
  readonly newRequestId: () => string;
  readonly cache: ResponseCache;
  readonly rateLimit: RateLimitConfig;
  /** How late the event loop may be, in milliseconds; 0 for no limit. */
  readonly maxEventLoopDelay: number;
  readonly metrics: MetricsConfig;
  readonly cluster: ClusterConfig;
  /** The traffic of the log that the store was opened over. */
  readonly traffic: LogTraffic;
  /** Where several processes serve together: how one of them answers with the metrics of all. */
  readonly metricsOfAll?: MetricsOfAll;
}

/** The parts of a server that protect and observe it: rate limits, metrics, and health endpoints. */
export interface Operations {
  /** Guards that run before anything else. `findCaller` authenticates the request whose contents a guard judges. */
  readonly guardsFor: (findCaller: FindCaller) => readonly Guard[];
  readonly observers: readonly Observer[];
  readonly services: readonly Service[];
  readonly guessing: Guessing;
  /** Listens on the port of the metrics, if they have their own. */
  listen(listener: Listener): Promise<Listening | null>;
  /** Shows what parts that run say of themselves. */
  watch(parts: readonly Watched[]): void;
  drain(): void;
  close(): void;
}

export function createOperations(options: OperationsOptions): Operations {
  const { store, cache } = options;
  const readiness: Readiness = { draining: false };
  const overload = options.maxEventLoopDelay > 0 ? watchOverload(options.maxEventLoopDelay) : null;
  const limits = rateLimit(options.rateLimit, () => performance.now());
  const requests = options.metrics !== false ? requestMetrics() : null;
  const freshness = freshnessOf(options);
  const ofCluster = freshness === null ? [] : clusterMetrics(store, freshness, options.traffic);
  const { metricsOfAll = ofThisProcess } = options;
  const apart = typeof options.metrics === "object" ? options.metrics : null;
  const ofState = stateMetrics(store, cache, apart !== null);
  let watched: readonly Watched[] = [];
  const ofParts = () => watched.flatMap(({ metrics }) => metrics ?? []);
  const all = requests && (() => readAll([...requests.metrics, ...ofState, ...ofCluster, ...ofParts()]));
  const service = all && metricsService(metricsOfAll(all));
  return {
    guardsFor: (findCaller) => [
      ...(overload === null ? [] : [overload.guard]),
      ...(freshness === null ? [] : [freshness.guard]),
      limits.guardFor(findCaller),
    ],
    observers: [limits.observer, ...(requests === null ? [] : [requests.observer])],
    guessing: limits.guessing,
    services: [
      healthService(options.profile ?? "contract", store, readiness, freshness, () => watched),
      ...(service !== null && apart === null ? [service] : []),
    ],
    listen: async (listener) =>
      service === null || apart === null ? null : listenForMetrics(listener, service, options, apart),
    watch: (parts) => {
      watched = parts;
    },
    drain: () => {
      readiness.draining = true;
    },
    close: () => {
      overload?.close();
      freshness?.close();
    },
  };
}

const ofThisProcess: MetricsOfAll = (own) => async (): Promise<readonly ReadMetric[]> => own();

/**
 * Null where everything acknowledged is visible at any time: with a single process, or with one that reads the shared
 * log before each request.
 */
function freshnessOf({
  store,
  openedAt,
  log,
  cluster: { maxStaleness = 10_000 },
}: OperationsOptions): Freshness | null {
  return store.opened.shared && store.catchUp === null ? new Freshness({ store, openedAt, maxStaleness, log }) : null;
}

/** Metrics accept no request bodies. */
const noBody = (): number => 1;

function listenForMetrics(
  listener: Listener,
  service: Service,
  { log, newRequestId }: OperationsOptions,
  at: MetricsPort,
): Promise<Listening> {
  const handler = createPipeline({ services: [], fallback: service, newRequestId: newRequestId, log });
  return listener.listen(handler, { host: at.host ?? "127.0.0.1", port: at.port, bodyLimit: noBody });
}
