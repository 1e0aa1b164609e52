import type { ReadMetric } from "../../../parts/operations/metrics/prometheus-text.ts";

/** Messages between the first process and its workers, apart from the journal's. */
export type ToWorker =
  | { readonly galley: "start"; readonly start: WorkerStart }
  | { readonly galley: "end" }
  | ToMeasure;

export type FromWorker =
  /** Ready to receive its settings. */
  | { readonly galley: "hello" }
  /** Listens. */
  | { readonly galley: "ready"; readonly banner: string }
  | FromMeasured;

/** Messages of the first process about metrics: a request for the worker's, and the answer to the worker's request. */
export type ToMeasure =
  | { readonly galley: "measure"; readonly id: number }
  | { readonly galley: "metrics of all"; readonly id: number; readonly metrics: readonly ReadMetric[] };

/** Messages of a worker about metrics: its own ones, as requested, and a request for all workers' metrics. */
export type FromMeasured =
  | { readonly galley: "measured"; readonly id: number; readonly metrics: readonly ReadMetric[] }
  | { readonly galley: "ask for metrics"; readonly id: number };

/** The settings that all workers share; each reads the others from the configuration itself. */
export interface WorkerStart {
  readonly port: number;
  /** Port of the metrics, where they have one of their own. */
  readonly metricsPort: number | null;
  /** Token of this run, where none is configured. */
  readonly freshToken: string | null;
  /** Signs the tokens of users. */
  readonly jwtSecret: string;
  /** True for the first worker, which reports the faults of the project. */
  readonly isFirst: boolean;
}

/** Null for a message of another kind. */
export function messageOf<M extends ToWorker | FromWorker>(kinds: readonly M["galley"][], message: unknown): M | null {
  if (typeof message !== "object" || message === null || !("galley" in message)) return null;
  return kinds.includes(message.galley as M["galley"]) ? (message as M) : null;
}
