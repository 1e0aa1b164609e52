import { buckets, type Sample, sum } from "./read-metrics.ts";

/** What is drawn of one moment. Rates are by second, since the moment before. */
export interface Moment {
  /** Seconds since 1970. */
  readonly at: number;
  readonly requests: number;
  readonly commits: number;
  readonly hits: number;
  readonly misses: number;
  /** Of one core, from 0 to 1. */
  readonly cpu: number;
  readonly residentBytes: number;
  readonly heapBytes: number;
}

export interface Reading {
  readonly at: number;
  readonly samples: readonly Sample[];
}

/** How many requests there were between two bounds of their time. */
export interface LatencyBin {
  readonly bound: string;
  readonly count: number;
}

export function momentOf(before: Reading, now: Reading): Moment {
  const seconds = Math.max(0.001, now.at - before.at);
  // A restart begins to count anew.
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

/** The buckets of Prometheus add up; these do not. */
export function latencyBins({ samples }: Reading): readonly LatencyBin[] {
  let below = 0;
  return [...buckets(samples, "galley_http_request_duration_seconds")].map(([bound, count]) => {
    const own = count - below;
    below = count;
    return { bound: bound === "+Inf" ? "more" : `${Number(bound) * 1000}`, count: own };
  });
}
