import { figure } from "../../transport/cli/bench/table.ts";
import { WORKLOADS } from "../../transport/cli/bench/workloads.ts";
import { tableOf } from "../run/report.ts";
import { type Bars, chart } from "./chart.ts";
import type { Measurement } from "./measure.ts";

/** The results of one run, a table for each workload. Ratios are to the first contestant of the same workload. */
export function httpTables(all: readonly Measurement[]): string {
  const tables = workloadsIn(all).map(({ title, rows, base }) => {
    const shown = tableOf<Measurement>(rows, {
      "": ({ contestant }) => contestant,
      "answers/s": ({ rate }) => figure(rate),
      "of first": ({ rate }) => ratio(rate, base),
      "p50 ms": ({ p50 }) => figure(p50),
      "p99 ms": ({ p99 }) => figure(p99),
      bytes: ({ bytes }) => figure(bytes),
      "CPU µs": ({ cpuMicros }) => (cpuMicros === null ? "–" : figure(cpuMicros)),
      busy: ({ busy }) => (busy === null ? "–" : `${Math.round(busy * 100)} %`),
    });
    return `${title}\n${shown}`;
  });
  return tables.join("\n\n");
}

export function httpChart(title: string, lines: readonly string[], all: readonly Measurement[]): string {
  const groups = workloadsIn(all).map(({ title, rows, base }): Bars => {
    const bars = rows.map(({ contestant, rate }) => {
      return { label: contestant, value: rate, text: `${figure(rate)} /s, ${ratio(rate, base)}` };
    });
    return { title, bars };
  });
  return chart(title, lines, groups);
}

function workloadsIn(all: readonly Measurement[]) {
  return WORKLOADS.flatMap(({ name, about }) => {
    const rows = all.filter(({ workload }) => workload === name);
    const [first] = rows;
    return first === undefined ? [] : [{ title: `${name}: ${about}`, rows, base: first.rate }];
  });
}

function ratio(rate: number, base: number): string {
  const share = rate / base;
  return share >= 0.1 ? `${(share * 100).toFixed(0)} %` : `1/${figure(1 / share)}`;
}
