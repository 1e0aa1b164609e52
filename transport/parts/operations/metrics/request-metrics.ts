import type { Observer } from "../../../http/pipeline.ts";
import { Durations } from "./durations.ts";
import type { Metric, Sample } from "./prometheus-text.ts";
import { histogram } from "./state-metrics.ts";

/** Methods with a label of their own. All others share one label, so that clients cannot create labels. */
const METHODS: ReadonlySet<string> = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

/** The counts for one method of one route. */
interface RouteCounts {
  readonly labels: { readonly method: string; readonly route: string };
  readonly byStatus: Map<number, number>;
  readonly durations: Durations;
}

export interface RequestMetrics {
  readonly observer: Observer;
  readonly metrics: readonly Metric[];
}

/** Counts answers by route and status, and their durations by route. A route's label is its declared path. */
export function requestMetrics(): RequestMetrics {
  const routes = new Map<string, RouteCounts>();

  const countsOf = (method: string, route: string): RouteCounts => {
    const key = `${method} ${route}`;
    const known = routes.get(key);
    if (known !== undefined) return known;
    const labels = { method, route };
    const fresh = { labels, byStatus: new Map(), durations: new Durations() };
    routes.set(key, fresh);
    return fresh;
  };

  return {
    observer: ({ method, path }, { status }, started, service) => {
      const route = service.router.find(path)?.endpoint.path ?? "none";
      const counts = countsOf(METHODS.has(method) ? method : "other", route);
      counts.byStatus.set(status, (counts.byStatus.get(status) ?? 0) + 1);
      counts.durations.since(started);
    },
    metrics: [
      {
        name: "galley_http_requests_total",
        help: "Requests answered.",
        type: "counter",
        read: () => [...routes.values()].flatMap(byStatus),
      },
      histogram("galley_http_request_duration_seconds", "Time from a request's arrival in whole to its answer.", () =>
        [...routes.values()].flatMap(({ labels, durations }) => durations.samples(labels)),
      ),
    ],
  };
}

function byStatus({ labels, byStatus }: RouteCounts): Sample[] {
  return [...byStatus].map(([status, value]) => ({ labels: { ...labels, status: String(status) }, value }));
}
