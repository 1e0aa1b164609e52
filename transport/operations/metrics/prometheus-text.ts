/** One measured value, with the labels that distinguish it from others of its metric. */
export interface Sample {
  readonly labels?: { readonly [name: string]: string };
  readonly value: number;
  /** Follows the metric's name: `_bucket`, `_sum`, `_count` of a histogram. */
  readonly suffix?: string;
}

/** What is measured, and how to read it now. */
export interface Metric {
  readonly name: string;
  readonly help: string;
  readonly type: "counter" | "gauge" | "histogram";
  read(): Iterable<Sample>;
}

/** The text form of Prometheus, version 0.0.4. */
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
