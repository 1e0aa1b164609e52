import type { Metric } from "./metrics/prometheus-text.ts";

/** What a part that runs says of itself. */
export interface Watched {
  readonly metrics?: readonly Metric[];
  /** What `/_health` says of it; null for nothing. */
  health?(): Promise<object | null>;
}
