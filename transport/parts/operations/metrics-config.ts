/** Whether `/_metrics` is served: with everything else, or on its own port, on 127.0.0.1 unless a host is given. */
export type MetricsConfig = boolean | MetricsPort;

export interface MetricsPort {
  readonly port: number;
  readonly host?: string;
}
