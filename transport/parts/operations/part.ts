import type { Part } from "../part.ts";
import type { ClusterConfig } from "./cluster-config.ts";
import type { MetricsConfig } from "./metrics-config.ts";
import { passPositions } from "./positions.ts";

interface OperationsSettings {
  readonly metrics: MetricsConfig;
  readonly cluster: ClusterConfig;
}

/** Health, metrics, rate limits, and the positions of several nodes. */
export const OPERATIONS: Part<OperationsSettings> = {
  open: ({ metrics, cluster }) => ({
    links: [
      ...(metrics === true ? [{ name: "metrics", path: "/_metrics", isPage: true } as const] : []),
      { name: "health", path: "/_health", isPage: true },
    ],
    serve: ({ store, findCaller, operations: { services, guardsFor, observers } }) => ({
      services,
      guards: guardsFor(findCaller),
      interceptors: store.opened.shared ? [passPositions(store, cluster)] : [],
      observers,
    }),
  }),
};
