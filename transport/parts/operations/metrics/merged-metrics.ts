import type { Across, ReadMetric, Sample } from "./prometheus-text.ts";

/** Gives the metrics of all processes of a server, from a reader of this process's. */
export type MetricsOfAll = (own: () => readonly ReadMetric[]) => () => Promise<readonly ReadMetric[]>;

/** The last values of the processes of one server, merged into values of the whole server. */
export class MergedMetrics {
  readonly #told = new Map<string, readonly ReadMetric[]>();
  /** The counts of ended processes, without which a sum would fall. */
  #past: readonly ReadMetric[] = [];

  tell(process: string, metrics: readonly ReadMetric[]): void {
    this.#told.set(process, metrics);
  }

  /** Keeps what this process has counted, and forgets everything else about it. */
  end(process: string): void {
    const counted = (this.#told.get(process) ?? []).filter(
      (metric) => metric.type !== "gauge" && acrossOf(metric) === "sum",
    );
    this.#past = merged([this.#past, counted]);
    this.#told.delete(process);
  }

  read(): readonly ReadMetric[] {
    return merged([...[...this.#told].map(([process, metrics]) => metrics.map(labelled(process))), this.#past]);
  }
}

function acrossOf({ across, type }: ReadMetric): Across {
  return across ?? (type === "gauge" ? "max" : "sum");
}

function labelled(process: string): (metric: ReadMetric) => ReadMetric {
  return (metric) => {
    if (acrossOf(metric) !== "each") return metric;
    const samples = metric.samples.map((sample) => ({ ...sample, labels: { ...sample.labels, worker: process } }));
    return { ...metric, samples };
  };
}

/** Metrics by name, and samples of a metric by suffix and labels, each in the order in which they first came. */
function merged(all: readonly (readonly ReadMetric[])[]): readonly ReadMetric[] {
  const byName = new Map<string, ReadMetric[]>();
  for (const metric of all.flat()) {
    const same = byName.get(metric.name);
    if (same === undefined) byName.set(metric.name, [metric]);
    else same.push(metric);
  }
  return [...byName.values()].flatMap((same) => {
    const [first] = same;
    return first === undefined ? [] : [{ ...first, samples: mergedSamples(same, MERGE[acrossOf(first)]) }];
  });
}

type Merge = (a: number, b: number) => number;

const add: Merge = (a, b) => a + b;

/** Samples of `each` differ by their label. */
const MERGE: { readonly [A in Across]: Merge } = { sum: add, max: Math.max, min: Math.min, each: add };

function mergedSamples(metrics: readonly ReadMetric[], merge: Merge): readonly Sample[] {
  const byKey = new Map<string, Sample>();
  for (const { samples } of metrics) {
    for (const sample of samples) {
      const key = JSON.stringify([sample.suffix, Object.entries(sample.labels ?? {})]);
      const before = byKey.get(key);
      byKey.set(key, before === undefined ? sample : { ...sample, value: merge(before.value, sample.value) });
    }
  }
  return [...byKey.values()];
}
