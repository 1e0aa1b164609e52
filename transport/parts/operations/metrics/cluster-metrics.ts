import type { Store } from "../../../../storage/core.ts";
import type { Freshness } from "../freshness.ts";
import type { LogTraffic } from "./log-traffic.ts";
import type { Metric } from "./prometheus-text.ts";
import { counter, gauge, histogram } from "./state-metrics.ts";

/** Metrics of a node and the log that it shares with others. */
export function clusterMetrics(store: Store, freshness: Freshness, traffic: LogTraffic): readonly Metric[] {
  return [
    gauge("galley_position", "Position of the shared log that this node shows.", () => store.engine.number),
    gauge("galley_log_head", "Head of the shared log when it was last asked for.", () => traffic.head),
    gauge(
      "galley_lag_seconds",
      "Seconds, at most, by which this node is behind the log. Looked at once a second.",
      () => freshness.lag / 1000,
    ),
    gauge("galley_nodes", "Nodes that share the log, where the storage tells.", () => freshness.nodes),
    gauge(
      "galley_clock_offset_seconds",
      "Seconds by which the clock of the log's server is ahead of this machine's, where the storage tells.",
      () => (store.clockOffset === null ? null : store.clockOffset / 1000),
    ),
    byOutcome(
      "galley_appends_total",
      "Appends to the shared log by outcome. After a conflict, which others caused, the writes are run again.",
      () => traffic.appends,
    ),
    histogram("galley_append_seconds", "Time of an append.", () => traffic.appendTimes.samples()),
    byOutcome("galley_turns_total", "Turns to append that were asked for after a conflict, by outcome.", () =>
      Object.entries(traffic.turns),
    ),
    histogram("galley_turn_wait_seconds", "Time until a turn came, or was not waited for any longer.", () =>
      traffic.turnWaits.samples(),
    ),
    counter(
      "galley_resyncs_total",
      "Times that the log was read again from the start, as after a failover that took what had been read.",
      () => store.resyncs,
    ),
  ];
}

function byOutcome(name: string, help: string, read: () => Iterable<readonly [string, number]>): Metric {
  const samples = () => [...read()].map(([outcome, value]) => ({ labels: { outcome }, value }));
  return { name, help, type: "counter", read: samples };
}
