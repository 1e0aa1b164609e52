import { figure, table } from "../../transport/cli/bench/table.ts";
import type { Recovered } from "../storage/measure-recovery.ts";
import { FLUSHES, type Writes } from "../storage/measure-writes.ts";
import type { Programs } from "../storage/programs.ts";

/** All that `npm run bench:storage` has measured in one run. */
export interface StorageResults {
  readonly writes: readonly Writes[];
  readonly recovery: readonly Recovered[];
  readonly stalls: Programs["stalls"]["result"] & { readonly posts: number };
  readonly updates: Programs["updates"]["result"] & { readonly posts: number };
}

export function storageTables(results: StorageResults): string {
  return [
    `New posts\n${writesTable(results.writes)}`,
    `Starts\n${recoveryTable(results.recovery)}`,
    `Reads while a snapshot is taken, ${figure(results.stalls.posts)} posts\n${stallsTable(results.stalls)}`,
    `One document changed, again and again, ${figure(results.updates.megabytes)} MB\n${updatesTable(results.updates)}`,
    `Bars\n${barsTable(results)}`,
  ].join("\n\n");
}

function writesTable(writes: readonly Writes[]): string {
  return table(
    ["", "clients", "writes/s", "p50 ms", "p99 ms", "CPU µs"],
    writes.map(({ contestant, clients, rate, p50, p99, cpuMicros }) => [
      contestant,
      String(clients),
      ...[rate, p50, p99].map(figure),
      cpuMicros === null ? "–" : figure(cpuMicros),
    ]),
  );
}

function recoveryTable(recovery: readonly Recovered[]): string {
  return table(
    ["from", "commits", "MB", "seconds", "CPU s", "s per 100 MB", "CPU s per 100 MB"],
    recovery.map(({ from, commits, megabytes, seconds, cpuSeconds }) => [
      from,
      commits.toLocaleString("en"),
      ...[megabytes, seconds, cpuSeconds, (100 * seconds) / megabytes, (100 * cpuSeconds) / megabytes].map(figure),
    ]),
  );
}

function stallsTable({ without, during }: StorageResults["stalls"]): string {
  return table(
    ["", "longest ms", "99.9 % ms", "longest, own work ms", "seconds"],
    Object.entries({ "nothing else": without, "a snapshot": during }).map(([name, stalls]) => [
      name,
      ...[stalls.longest, stalls.p999, stalls.longestOwn, stalls.seconds].map(figure),
    ]),
  );
}

function updatesTable({ galley, lowdb }: StorageResults["updates"]): string {
  return table(
    ["", "updates/s", "p50 ms", "p99 ms", "CPU µs"],
    Object.entries({ "galley, journal": galley, lowdb }).map(([name, { rate, p50, p99, cpuMicros }]) => [
      name,
      ...[rate, p50, p99, cpuMicros].map(figure),
    ]),
  );
}

/** What issue and design ask for, as ratios within the run or as times on a quiet machine. */
function barsTable({ writes, recovery, stalls, updates }: StorageResults): string {
  const rate = (contestant: string, clients: number): number =>
    writes.find((each) => each.contestant === contestant && each.clients === clients)?.rate ?? Number.NaN;
  const starts = recovery.map(({ from, commits, seconds }) => [
    `1,000,000 commits from the ${from}, seconds`,
    figure((seconds * 1e6) / commits),
    from === "journal" ? "≤ 5" : "≤ 2",
  ]);
  const percent = (share: number): string => `${Math.round(share * 100)} %`;
  return table(
    ["", "measured", "bar"],
    [
      [
        "64 clients, of the memory port's rate",
        percent(rate("galley, journal", 64) / rate("galley, memory", 64)),
        "≥ 80 %",
      ],
      ["1 client, of the bare flush rate", percent(rate("galley, journal", 1) / rate(FLUSHES, 1)), "≥ 45 %"],
      ...starts,
      ["longest stall of reads by a snapshot, ms", figure(stalls.during.longest), "≤ 10"],
      ["one update, of lowdb's rate", `${figure(updates.galley.rate / updates.lowdb.rate)} ×`, "≥ 1,000 ×"],
    ],
  );
}
