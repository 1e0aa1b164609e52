import type { Metric } from "./metrics/prometheus-text.ts";

/** A running part's report on itself. */
export interface Watched {
  readonly metrics?: readonly Metric[];
  /** Its part of `/_health`; null for nothing. */
  health?(): Promise<object | null>;
}
