import type { Store } from "../../../../storage/core.ts";
import type { Freshness } from "../freshness.ts";
import type { LogTraffic } from "./log-traffic.ts";
import type { Metric, Sample } from "./prometheus-text.ts";

/** Metrics of a node and the log that it shares with others. */
export function clusterMetrics(store: Store, freshness: Freshness, traffic: LogTraffic): readonly Metric[] {
  return [
    value("galley_position", "gauge", "Position of the shared log that this node shows.", () => store.engine.number),
    value("galley_log_head", "gauge", "Head of the shared log when it was last asked for.", () => traffic.head),
    value(
      "galley_lag_seconds",
      "gauge",
      "Seconds, at most, by which this node is behind the log. Looked at once a second.",
      () => freshness.lag / 1000,
    ),
    {
      name: "galley_nodes",
      help: "Nodes that share the log, where the storage tells.",
      type: "gauge",
      read: () => (freshness.nodes === null ? [] : [{ value: freshness.nodes }]),
    },
    {
      name: "galley_clock_offset_seconds",
      help: "Seconds by which the clock of the log's server is ahead of this machine's, where the storage tells.",
      type: "gauge",
      read: () => (store.clockOffset === null ? [] : [{ value: store.clockOffset / 1000 }]),
    },
    {
      name: "galley_appends_total",
      help: "Appends to the shared log by outcome. After a conflict, which others caused, the writes are run again.",
      type: "counter",
      read: () => byLabel("outcome", traffic.appends),
    },
    {
      name: "galley_append_seconds",
      help: "Time of an append.",
      type: "histogram",
      read: () => traffic.appendTimes.samples(),
    },
    {
      name: "galley_turns_total",
      help: "Turns to append that were asked for after a conflict, by outcome.",
      type: "counter",
      read: () => byLabel("outcome", Object.entries(traffic.turns)),
    },
    {
      name: "galley_turn_wait_seconds",
      help: "Time until a turn came, or was not waited for any longer.",
      type: "histogram",
      read: () => traffic.turnWaits.samples(),
    },
    value(
      "galley_resyncs_total",
      "counter",
      "Times that the log was read again from the start, as after a failover that took what had been read.",
      () => store.resyncs,
    ),
  ];
}

function value(name: string, type: Metric["type"], help: string, read: () => number): Metric {
  return { name, help, type, read: () => [{ value: read() }] };
}

function byLabel(label: string, values: Iterable<readonly [string, number]>): Sample[] {
  return [...values].map(([name, count]) => ({ labels: { [label]: name }, value: count }));
}
