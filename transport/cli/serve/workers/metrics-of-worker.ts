import type { MetricsOfAll } from "../../../parts/operations/metrics/merged-metrics.ts";
import type { ReadMetric } from "../../../parts/operations/metrics/prometheus-text.ts";
import { type FromMeasured, messageOf, type ToMeasure } from "./messages.ts";

/** Asks the primary for the metrics of all workers, and sends it this worker's. */
export function metricsByParent(tell: (message: FromMeasured) => void): MetricsOfAll {
  return (own) => {
    const waiting = new Map<number, (metrics: readonly ReadMetric[]) => void>();
    let count = 0;
    process.on("message", (message) => {
      const told = messageOf<ToMeasure>(["measure", "metrics of all"], message);
      if (told?.galley === "measure") tell({ galley: "measured", id: told.id, metrics: own() });
      if (told?.galley !== "metrics of all") return;
      waiting.get(told.id)?.(told.metrics);
      waiting.delete(told.id);
    });
    return () =>
      new Promise((resolve) => {
        count += 1;
        waiting.set(count, resolve);
        tell({ galley: "ask for metrics", id: count });
      });
  };
}
