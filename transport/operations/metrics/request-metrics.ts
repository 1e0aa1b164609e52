import type { Observer } from "../../http/pipeline.ts";
import type { Metric, Sample } from "./prometheus-text.ts";

/** Upper bounds in seconds, for answers from memory as well as for those that wait for a disk. */
const BOUNDS = [0.000_1, 0.000_25, 0.000_5, 0.001, 0.002_5, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Methods of their own; the rest is one, so that no client can make up labels. */
const METHODS: ReadonlySet<string> = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

/** What is known of one method of one route. */
interface RouteCounts {
  readonly labels: { readonly method: string; readonly route: string };
  readonly byStatus: Map<number, number>;
  /** Answers by the first bound that they are under; beyond the last bound in the end. */
  readonly byBound: Float64Array;
  sum: number;
  count: number;
}

export interface RequestMetrics {
  readonly observer: Observer;
  readonly metrics: readonly Metric[];
}

/** Counts answers by route and status, and how long they took by route. The label of a route is its declared path. */
export function requestMetrics(): RequestMetrics {
  const routes = new Map<string, RouteCounts>();

  const countsOf = (method: string, route: string): RouteCounts => {
    const key = `${method} ${route}`;
    const known = routes.get(key);
    if (known !== undefined) return known;
    const labels = { method, route };
    const fresh = { labels, byStatus: new Map(), byBound: new Float64Array(BOUNDS.length + 1), sum: 0, count: 0 };
    routes.set(key, fresh);
    return fresh;
  };

  return {
    observer: ({ method, path }, { status }, started, service) => {
      const route = service.router.find(path)?.endpoint.path ?? "none";
      const counts = countsOf(METHODS.has(method) ? method : "other", route);
      const seconds = (performance.now() - started) / 1000;
      const bound = BOUNDS.findIndex((each) => seconds <= each);
      const at = bound === -1 ? BOUNDS.length : bound;
      counts.byStatus.set(status, (counts.byStatus.get(status) ?? 0) + 1);
      counts.byBound[at] = (counts.byBound[at] ?? 0) + 1;
      counts.sum += seconds;
      counts.count += 1;
    },
    metrics: [
      {
        name: "galley_http_requests_total",
        help: "Requests answered.",
        type: "counter",
        read: () => [...routes.values()].flatMap(byStatus),
      },
      {
        name: "galley_http_request_duration_seconds",
        help: "Time from a request's arrival in whole to its answer.",
        type: "histogram",
        read: () => [...routes.values()].flatMap(histogram),
      },
    ],
  };
}

function byStatus({ labels, byStatus }: RouteCounts): Sample[] {
  return [...byStatus].map(([status, value]) => ({ labels: { ...labels, status: String(status) }, value }));
}

/** Buckets add up: each counts everything under its bound. */
function histogram({ labels, byBound, sum, count }: RouteCounts): Sample[] {
  let below = 0;
  const buckets = [...byBound].map((value, at): Sample => {
    below += value;
    const bound = BOUNDS[at];
    return { labels: { ...labels, le: bound === undefined ? "+Inf" : String(bound) }, value: below, suffix: "_bucket" };
  });
  return [...buckets, { labels, value: sum, suffix: "_sum" }, { labels, value: count, suffix: "_count" }];
}
