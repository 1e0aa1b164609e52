import type { Store } from "../../../storage/internal.ts";
import type { ResponseCache } from "../../contract/cache/response-cache.ts";
import type { Metric, Sample } from "./prometheus-text.ts";

/** Metrics of the store, the cache and the process, read on each request. */
export function stateMetrics(store: Store, cache: ResponseCache): readonly Metric[] {
  return [
    counter("galley_commits_total", "Commits of this content since it was begun.", () => store.engine.number),
    gauge("galley_write_queue_length", "Writes that wait for their batch.", () => store.waiting),
    gauge("galley_takes_writes", "1, or 0 when writes cannot be stored and only reads go on.", () =>
      store.obstacle === null ? 1 : 0,
    ),
    {
      name: "galley_documents",
      help: "Documents by content type.",
      type: "gauge",
      read: () => documents(store),
    },
    counter("galley_response_cache_hits_total", "Reads answered from the response cache.", () => cache.hits),
    counter(
      "galley_response_cache_misses_total",
      "Reads that the response cache could not answer.",
      () => cache.misses,
    ),
    gauge("galley_response_cache_bytes", "Bytes of cached answers.", () => cache.bytes),
    gauge("process_resident_memory_bytes", "Resident memory size in bytes.", () => process.memoryUsage.rss()),
    gauge(
      "nodejs_heap_size_used_bytes",
      "Process heap size used from Node.js in bytes.",
      () => process.memoryUsage().heapUsed,
    ),
    counter("process_cpu_seconds_total", "Total user and system CPU time spent in seconds.", cpuSeconds),
    gauge("process_start_time_seconds", "Start time of the process since unix epoch in seconds.", () =>
      Math.round(performance.timeOrigin / 1000),
    ),
  ];
}

function documents({ engine }: Store): Sample[] {
  return [...engine.schema.types.keys()].map((uid) => ({
    labels: { type: uid },
    value: engine.state.collection(uid).documentCount,
  }));
}

function cpuSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000_000;
}

function counter(name: string, help: string, value: () => number): Metric {
  return { name, help, type: "counter", read: () => [{ value: value() }] };
}

function gauge(name: string, help: string, value: () => number): Metric {
  return { name, help, type: "gauge", read: () => [{ value: value() }] };
}
