import { join } from "node:path";
import type { Progress } from "../run/progress.ts";
import { withFolder } from "../run/with-folder.ts";
import { alone, type JournalOptions } from "./alone.ts";
import { type CommitKind, documentsAfter } from "./commits.ts";

interface Start {
  readonly kind: CommitKind;
  readonly from: "journal" | "snapshot";
}

/** The kinds of starts. A checkpoint after repeated changes would contain next to nothing. */
const STARTS: readonly Start[] = [
  { kind: "creations", from: "journal" },
  { kind: "creations", from: "snapshot" },
  { kind: "changes", from: "journal" },
];

/** First with a tenth of the commits: the growth of a start has its own target. */
const SHARES = [0.1, 1];

type Recovery = Awaited<ReturnType<typeof alone<"recover">>>;

export interface Recovered extends Recovery, Start {
  readonly commits: number;
  readonly megabytes: number;
}

/** Starts over journals with a tenth of the commits and with all, and over a checkpoint; the best turn counts. */
export async function measureRecovery(
  build: string,
  most: number,
  turns: number,
  progress: Progress,
): Promise<readonly Recovered[]> {
  const results: Recovered[] = [];
  for (const start of STARTS) {
    for (const share of SHARES) {
      const commits = most * share;
      const measured = await withFolder((parent) =>
        measureStart({ build, folder: join(parent, "journal") }, start, commits, turns, progress),
      );
      results.push({ ...measured, ...start, commits });
    }
  }
  return results;
}

/** How many steps of progress `measureRecovery` makes. */
export function stepsOfRecovery(turns: number): number {
  return STARTS.length * SHARES.length * (1 + turns);
}

async function measureStart(
  place: JournalOptions,
  { kind, from }: Start,
  commits: number,
  turns: number,
  progress: Progress,
): Promise<Recovery & { readonly megabytes: number }> {
  const what = `${commits.toLocaleString("en")} ${kind}`;
  progress.begin(`filling in ${what} from a ${from}`);
  const { megabytes } = await alone("fill", { ...place, kind, commits, checkpoint: from === "snapshot" });
  const expected = documentsAfter(kind, commits);
  const recoveries: Recovery[] = [];
  for (let turn = 0; turn < turns; turn++) {
    progress.begin(`recovering ${what}`);
    const recovery = await alone("recover", place);
    if (recovery.documents !== expected) throw new Error(`${recovery.documents} of ${expected} documents are there`);
    recoveries.push(recovery);
  }
  return { ...recoveries.reduce((best, each) => (each.seconds < best.seconds ? each : best)), megabytes };
}
