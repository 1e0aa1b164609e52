import { figure, table } from "../../transport/cli/bench/table.ts";
import { tableOf } from "../run/report.ts";
import type { alone } from "./alone.ts";
import type { Flushed } from "./flush.ts";
import type { Recovered } from "./measure-recovery.ts";

type Measured<Name extends Parameters<typeof alone>[0]> = Awaited<ReturnType<typeof alone<Name>>>;

/** The results of one run of `npm run bench -- storage`; parts that were not requested are absent. */
export interface StorageResults {
  readonly flush?: { readonly clients: number; readonly sides: readonly Flushed[] };
  readonly recovery?: readonly Recovered[];
  readonly stalls?: Measured<"stalls"> & { readonly posts: number };
  readonly updates?: Measured<"updates">;
}

export function storageTables(results: StorageResults): string {
  const { flush, recovery, stalls, updates } = results;
  return [
    flush && `New posts, ${flush.clients} ${flush.clients === 1 ? "client" : "clients"}\n${flushTable(flush.sides)}`,
    recovery && `Starts\n${recoveryTable(recovery)}`,
    stalls && `Reads while a snapshot is taken, ${figure(stalls.posts)} posts\n${stallsTable(stalls)}`,
    updates && `One document changed, again and again, ${figure(updates.megabytes)} MB\n${updatesTable(updates)}`,
    `Bars\n${table(["", "measured", "bar"], barsOf(results))}`,
  ]
    .filter((part) => part !== undefined)
    .join("\n\n");
}

function flushTable(sides: readonly Flushed[]): string {
  return tableOf(sides, {
    "": ({ name }) => name,
    "writes/s": ({ rate }) => figure(rate),
    "CPU µs": ({ cpu }) => figure(cpu),
    "of bare": ({ ofBare }) => percent(ofBare),
    "of the listener": ({ ofListener }) => percent(ofListener),
  });
}

function recoveryTable(recovery: readonly Recovered[]): string {
  return tableOf(recovery, {
    from: ({ from }) => from,
    commits: ({ commits }) => commits.toLocaleString("en"),
    "": ({ kind }) => kind,
    MB: ({ megabytes }) => figure(megabytes),
    seconds: ({ seconds }) => figure(seconds),
    "CPU s": ({ cpuSeconds }) => figure(cpuSeconds),
    "s per 100 MB": ({ megabytes, seconds }) => figure((100 * seconds) / megabytes),
    "CPU s per 100 MB": ({ megabytes, cpuSeconds }) => figure((100 * cpuSeconds) / megabytes),
  });
}

function stallsTable({ without, during }: Measured<"stalls">): string {
  return tableOf(Object.entries({ "nothing else": without, "a snapshot": during }), {
    "": ([name]) => name,
    "longest ms": ([, { longest }]) => figure(longest),
    "99.9 % ms": ([, { p999 }]) => figure(p999),
    "longest, own work ms": ([, { longestOwn }]) => figure(longestOwn),
    seconds: ([, { seconds }]) => figure(seconds),
  });
}

function updatesTable({ galley, lowdb }: Measured<"updates">): string {
  return tableOf(Object.entries({ "galley, journal": galley, lowdb }), {
    "": ([name]) => name,
    "updates/s": ([, { rate }]) => figure(rate),
    "p50 ms": ([, { p50 }]) => figure(p50),
    "p99 ms": ([, { p99 }]) => figure(p99),
    "CPU µs": ([, { cpuMicros }]) => figure(cpuMicros),
  });
}

type Bar = readonly [what: string, measured: string, bar: string];

/** The targets, as ratios within the run or as times on a quiet machine. */
function barsOf({ flush, recovery = [], stalls, updates }: StorageResults): readonly Bar[] {
  const journal = flush?.clients === 1 ? flush.sides[2] : undefined;
  const bars: Bar[] = [];
  if (journal) bars.push(["1 client, of the bare flush rate", percent(journal.ofBare), "≥ 60 %"]);
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

function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}
