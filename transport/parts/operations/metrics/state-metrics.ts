import type { Store } from "../../../../storage/core.ts";
import type { ResponseCache } from "../../../contract/cache/response-cache.ts";
import type { Across, Metric, Sample } from "./prometheus-text.ts";

/**
 * Metrics of the store, the cache and the process, read on each request. `byType`: whether documents are told by content
 * type, which strangers must not learn.
 */
export function stateMetrics(store: Store, cache: ResponseCache, byType: boolean): readonly Metric[] {
  return [
    counter("galley_commits_total", "Commits of this content since it was begun.", () => store.engine.number, "max"),
    gauge("galley_write_queue_length", "Writes that wait for their batch.", () => store.waiting, "sum"),
    gauge(
      "galley_takes_writes",
      "1, or 0 when writes cannot be stored and only reads go on.",
      () => (store.obstacle === null ? 1 : 0),
      "min",
    ),
    ...(byType ? [documents(store)] : []),
    counter("galley_response_cache_hits_total", "Reads answered from the response cache.", () => cache.hits),
    counter(
      "galley_response_cache_misses_total",
      "Reads that the response cache could not answer.",
      () => cache.misses,
    ),
    gauge("galley_response_cache_bytes", "Bytes of cached answers.", () => cache.bytes, "each"),
    ...processMetrics(),
  ];
}

/** Metrics of this process. */
export function processMetrics(): readonly Metric[] {
  return [
    gauge("process_resident_memory_bytes", "Resident memory size in bytes.", () => process.memoryUsage.rss(), "each"),
    gauge(
      "nodejs_heap_size_used_bytes",
      "Process heap size used from Node.js in bytes.",
      () => process.memoryUsage().heapUsed,
      "each",
    ),
    counter("process_cpu_seconds_total", "Total user and system CPU time spent in seconds.", cpuSeconds, "each"),
    gauge(
      "process_start_time_seconds",
      "Start time of the process since unix epoch in seconds.",
      () => Math.round(performance.timeOrigin / 1000),
      "each",
    ),
  ];
}

function documents({ engine }: Store): Metric {
  const read = (): Sample[] =>
    [...engine.schema.types.keys()].map((uid) => ({
      labels: { type: uid },
      value: engine.state.collection(uid).documentCount,
    }));
  return { name: "galley_documents", help: "Documents by content type.", type: "gauge", read };
}

function cpuSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000_000;
}

export function counter(name: string, help: string, value: () => number, across: Across = "sum"): Metric {
  return { name, help, type: "counter", across, read: () => [{ value: value() }] };
}

/** `value` returns null where there is none. */
export function gauge(name: string, help: string, value: () => number | null, across: Across = "max"): Metric {
  const read = (): Sample[] => {
    const now = value();
    return now === null ? [] : [{ value: now }];
  };
  return { name, help, type: "gauge", across, read };
}

export function histogram(name: string, help: string, read: () => Iterable<Sample>): Metric {
  return { name, help, type: "histogram", read };
}
