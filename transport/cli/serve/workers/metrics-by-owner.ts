import { MergedMetrics } from "../../../parts/operations/metrics/merged-metrics.ts";
import type { Metric, ReadMetric } from "../../../parts/operations/metrics/prometheus-text.ts";
import { readAll } from "../../../parts/operations/metrics/prometheus-text.ts";
import { gauge, processMetrics } from "../../../parts/operations/metrics/state-metrics.ts";
import { type FromMeasured, messageOf, type ToMeasure } from "./messages.ts";

/** Timeout for the metrics of a worker in milliseconds; its last ones are used after it. */
const METRICS_TIMEOUT = 1000;

/** A worker, as far as its metrics are concerned. */
export interface Measured {
  readonly name: string;
  tell(message: ToMeasure): void;
}

/** Collects the metrics of all workers, in the process that has started them. */
export class MetricsByOwner {
  readonly #merged = new MergedMetrics();
  /** Workers, each with the requests that it has yet to answer. */
  readonly #workers = new Map<Measured, Map<number, () => void>>();
  readonly #own: readonly Metric[];
  #count = 0;

  constructor(configured: number) {
    this.#own = [
      gauge("galley_workers_configured", "Workers that this server should have.", () => configured),
      gauge("galley_workers_ready", "Workers that serve.", () => this.ready),
      ...processMetrics(),
    ];
  }

  /** How many workers listen. */
  get ready(): number {
    return this.#workers.size;
  }

  /** From when the worker can be asked. */
  add(worker: Measured): void {
    this.#workers.set(worker, new Map());
  }

  hear(worker: Measured, message: unknown): void {
    const told = messageOf<FromMeasured>(["measured", "ask for metrics"], message);
    if (told?.galley === "ask for metrics") void this.#answer(worker, told.id);
    // Metrics that arrive after a worker's end are dropped: it is already counted among the ended ones.
    if (told?.galley !== "measured" || !this.#workers.has(worker)) return;
    this.#merged.tell(worker.name, told.metrics);
    this.#workers.get(worker)?.get(told.id)?.();
  }

  /** The worker has ended. */
  end(worker: Measured): void {
    const waiting = this.#workers.get(worker);
    if (!this.#workers.delete(worker)) return;
    this.#merged.end(worker.name);
    for (const resolve of waiting?.values() ?? []) resolve();
  }

  async #answer(worker: Measured, id: number): Promise<void> {
    worker.tell({ galley: "metrics of all", id, metrics: await this.#collect() });
  }

  async #collect(): Promise<readonly ReadMetric[]> {
    await Promise.all([...this.#workers].map(([worker, waiting]) => this.#measure(worker, waiting)));
    this.#merged.tell("owner", readAll(this.#own));
    return this.#merged.read();
  }

  async #measure(worker: Measured, waiting: Map<number, () => void>): Promise<void> {
    this.#count += 1;
    const id = this.#count;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, METRICS_TIMEOUT);
      waiting.set(id, () => {
        clearTimeout(timer);
        resolve();
      });
      worker.tell({ galley: "measure", id });
    });
    waiting.delete(id);
  }
}
