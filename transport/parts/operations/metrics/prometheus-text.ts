/** One measured value, with the labels that distinguish it from others of the same metric. */
export interface Sample {
  readonly labels?: { readonly [name: string]: string };
  readonly value: number;
  /** Suffix of the metric's name: `_bucket`, `_sum` or `_count` for a histogram. */
  readonly suffix?: string;
}

/**
 * How the values of several processes of one server become one: `sum` where each counts by itself, `max` or `min` where
 * all have the same value, and `each` for a process's own value: its name becomes a label.
 */
export type Across = "sum" | "max" | "min" | "each";

/** The description of a metric, without its values. */
interface Described {
  readonly name: string;
  readonly help: string;
  readonly type: "counter" | "gauge" | "histogram";
  /** Default: `max` for a gauge, otherwise `sum`. */
  readonly across?: Across;
}

/** A metric, and how to read its present value. */
export interface Metric extends Described {
  read(): Iterable<Sample>;
}

/** A metric with the values that it had when it was read. */
export interface ReadMetric extends Described {
  readonly samples: readonly Sample[];
}

/** A metric that cannot be read now has no samples: memory is read from a file, which cannot be opened when none can. */
export function readAll(metrics: readonly Metric[]): readonly ReadMetric[] {
  return metrics.map(({ read, ...described }) => ({ ...described, samples: samplesOf(read) }));
}

function samplesOf(read: Metric["read"]): readonly Sample[] {
  try {
    return [...read()];
  } catch {
    return [];
  }
}

/** Media type of the Prometheus text format, version 0.0.4. */
export const METRICS_TYPE = "text/plain; version=0.0.4; charset=utf-8";

export function writeMetrics(metrics: readonly ReadMetric[]): string {
  return metrics.map(writeMetric).join("");
}

function writeMetric({ name, help, type, samples }: ReadMetric): string {
  const lines = [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`];
  for (const { labels = {}, value, suffix = "" } of samples)
    lines.push(`${name}${suffix}${writeLabels(labels)} ${value}`);
  return `${lines.join("\n")}\n`;
}

function writeLabels(labels: { readonly [name: string]: string }): string {
  const pairs = Object.entries(labels).map(([name, text]) => `${name}="${escaped(text)}"`);
  return pairs.length === 0 ? "" : `{${pairs.join(",")}}`;
}

function escaped(text: string): string {
  return text.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n");
}
