/** Consumers of events. */
export interface ConsumersConfig {
  /** Milliseconds for which the log is kept for a consumer that does not come for its events. Default: 7 days. */
  readonly keep?: number;
}
