/** One measured value, with the labels that distinguish it from others of the same metric. */
export interface Sample {
  readonly labels?: { readonly [name: string]: string };
  readonly value: number;
  /** Suffix of the metric's name: `_bucket`, `_sum` or `_count` for a histogram. */
  readonly suffix?: string;
}

/** A metric, and how to read its present value. */
export interface Metric {
  readonly name: string;
  readonly help: string;
  readonly type: "counter" | "gauge" | "histogram";
  read(): Iterable<Sample>;
}

/** Media type of the Prometheus text format, version 0.0.4. */
export const METRICS_TYPE = "text/plain; version=0.0.4; charset=utf-8";

export function writeMetrics(metrics: readonly Metric[]): string {
  return metrics.map(writeMetric).join("");
}

function writeMetric({ name, help, type, read }: Metric): string {
  const lines = [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`];
  for (const { labels = {}, value, suffix = "" } of read())
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
