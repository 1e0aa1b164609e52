import { figure, table } from "../../transport/cli/bench/table.ts";
import type { Recovered } from "../storage/measure-recovery.ts";
import { FLUSHES, type Writes } from "../storage/measure-writes.ts";
import type { Programs } from "../storage/programs.ts";

/** The results of one run of `npm run bench -- storage`; parts that were not requested are absent. */
export interface StorageResults {
  readonly writes?: readonly Writes[];
  readonly recovery?: readonly Recovered[];
  readonly stalls?: Programs["stalls"]["result"] & { readonly posts: number };
  readonly updates?: Programs["updates"]["result"] & { readonly posts: number };
}

export function storageTables(results: StorageResults): string {
  const { writes, recovery, stalls, updates } = results;
  return [
    writes && `New posts\n${writesTable(writes)}`,
    recovery && `Starts\n${recoveryTable(recovery)}`,
    stalls && `Reads while a snapshot is taken, ${figure(stalls.posts)} posts\n${stallsTable(stalls)}`,
    updates && `One document changed, again and again, ${figure(updates.megabytes)} MB\n${updatesTable(updates)}`,
    `Bars\n${table(["", "measured", "bar"], barsOf(results))}`,
  ]
    .filter((part) => part !== undefined)
    .join("\n\n");
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
    ["from", "commits", "", "MB", "seconds", "CPU s", "s per 100 MB", "CPU s per 100 MB"],
    recovery.map(({ from, kind, commits, megabytes, seconds, cpuSeconds }) => [
      from,
      commits.toLocaleString("en"),
      kind,
      ...[megabytes, seconds, cpuSeconds, (100 * seconds) / megabytes, (100 * cpuSeconds) / megabytes].map(figure),
    ]),
  );
}

function stallsTable({ without, during }: Programs["stalls"]["result"]): string {
  return table(
    ["", "longest ms", "99.9 % ms", "longest, own work ms", "seconds"],
    Object.entries({ "nothing else": without, "a snapshot": during }).map(([name, stalls]) => [
      name,
      ...[stalls.longest, stalls.p999, stalls.longestOwn, stalls.seconds].map(figure),
    ]),
  );
}

function updatesTable({ galley, lowdb }: Programs["updates"]["result"]): string {
  return table(
    ["", "updates/s", "p50 ms", "p99 ms", "CPU µs"],
    Object.entries({ "galley, journal": galley, lowdb }).map(([name, { rate, p50, p99, cpuMicros }]) => [
      name,
      ...[rate, p50, p99, cpuMicros].map(figure),
    ]),
  );
}

type Bar = readonly [what: string, measured: string, bar: string];

/** The targets, as ratios within the run or as times on a quiet machine. */
function barsOf({ writes = [], recovery = [], stalls, updates }: StorageResults): readonly Bar[] {
  const share = (clients: number, of: string) => percent(shareOf(writes, clients, "galley, journal", of));
  const bars: Bar[] = [];
  if (writes.length > 0) {
    bars.push(["64 clients, of the memory port's rate", share(64, "galley, memory"), "≥ 80 %"]);
    bars.push(["1 client, of the bare flush rate", share(1, FLUSHES), "≥ 45 %"]);
  }
  bars.push(...barsOfStarts(recovery));
  if (stalls) bars.push(["longest stall of reads by a snapshot, ms", figure(stalls.during.longest), "≤ 10"]);
  if (updates) {
    bars.push(["one update, of lowdb's rate", `${figure(updates.galley.rate / updates.lowdb.rate)} ×`, "≥ 1,000 ×"]);
  }
  return bars;
}

/** The larger starts, and how much longer each takes than one with a tenth of its commits. */
function barsOfStarts(recovery: readonly Recovered[]): readonly Bar[] {
  return recovery.flatMap((start): readonly Bar[] => {
    const { from, kind, commits, seconds } = start;
    const tenth = recovery.find((each) => each.from === from && each.kind === kind && each.commits === commits / 10);
    if (tenth === undefined) return [];
    const bar = from === "journal" ? "≤ 5" : "≤ 2";
    return [
      [`1,000,000 ${kind} from the ${from}, seconds`, figure((seconds * 1e6) / commits), bar],
      ["the same, of the time for a tenth of it", `${figure(seconds / tenth.seconds)} ×`, "≤ 12 ×"],
    ];
  });
}

/** One rate as a share of another: the median over the turns, because a disturbance of a turn affects both. */
function shareOf(writes: readonly Writes[], clients: number, one: string, other: string): number {
  const rates = (contestant: string) =>
    writes.find((each) => each.contestant === contestant && each.clients === clients)?.rates ?? [];
  const others = rates(other);
  const shares = rates(one).map((rate, turn) => rate / (others[turn] ?? Number.NaN));
  return shares.sort((a, b) => a - b)[Math.floor(shares.length / 2)] ?? Number.NaN;
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}
