/** Whether `/_metrics` is served: beside the rest, or on a port of its own, on 127.0.0.1 unless a host is named. */
export type MetricsConfig = boolean | MetricsPort;

export interface MetricsPort {
  readonly port: number;
  readonly host?: string;
}
