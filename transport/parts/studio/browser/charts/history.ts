import { buckets, type Sample, sum } from "./read-metrics.ts";

/** The figures drawn for one moment. Rates are per second, since the moment before. */
export interface Moment {
  /** Seconds since 1970. */
  readonly at: number;
  readonly requests: number;
  readonly commits: number;
  readonly hits: number;
  readonly misses: number;
  /** As a share of one core: 1 is a whole core. */
  readonly cpu: number;
  readonly residentBytes: number;
  readonly heapBytes: number;
}

export interface Reading {
  readonly at: number;
  readonly samples: readonly Sample[];
}

/** The number of requests whose duration is between two bounds. */
export interface LatencyBin {
  readonly bound: string;
  readonly count: number;
}

export function momentOf(before: Reading, now: Reading): Moment {
  const seconds = Math.max(0.001, now.at - before.at);
  // Counters start over after a restart.
  const rate = (name: string) => Math.max(0, sum(now.samples, name) - sum(before.samples, name)) / seconds;
  return {
    at: now.at,
    requests: rate("galley_http_requests_total"),
    commits: rate("galley_commits_total"),
    hits: rate("galley_response_cache_hits_total"),
    misses: rate("galley_response_cache_misses_total"),
    cpu: rate("process_cpu_seconds_total"),
    residentBytes: sum(now.samples, "process_resident_memory_bytes"),
    heapBytes: sum(now.samples, "nodejs_heap_size_used_bytes"),
  };
}

/** Prometheus buckets are cumulative; these bins are not. */
export function latencyBins({ samples }: Reading): readonly LatencyBin[] {
  let below = 0;
  return [...buckets(samples, "galley_http_request_duration_seconds")].map(([bound, count]) => {
    const own = count - below;
    below = count;
    return { bound: bound === "+Inf" ? "more" : `${Number(bound) * 1000}`, count: own };
  });
}
