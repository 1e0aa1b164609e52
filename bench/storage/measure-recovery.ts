import { join } from "node:path";
import type { Progress } from "../run/progress.ts";
import { withFolder } from "../run/with-folder.ts";
import { alone } from "./alone.ts";
import { type CommitKind, documentsAfter } from "./commits.ts";
import type { Recovery } from "./programs.ts";

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

export interface Recovered extends Recovery, Start {
  readonly commits: number;
  readonly megabytes: number;
}

/** Starts over journals with a tenth of the commits and with all, and over a checkpoint; the best turn counts. */
export async function measureRecovery(
  build: string,
  commits: number,
  turns: number,
  progress: Progress,
): Promise<readonly Recovered[]> {
  const results: Recovered[] = [];
  for (const start of STARTS) {
    for (const share of SHARES) results.push(await measureStart(build, start, commits * share, turns, progress));
  }
  return results;
}

/** How many steps of progress `measureRecovery` makes. */
export function stepsOfRecovery(turns: number): number {
  return STARTS.length * SHARES.length * (1 + turns);
}

function measureStart(
  build: string,
  start: Start,
  commits: number,
  turns: number,
  progress: Progress,
): Promise<Recovered> {
  const { kind, from } = start;
  const what = `${commits.toLocaleString("en")} ${kind} from a ${from}`;
  return withFolder(async (parent) => {
    const folder = join(parent, "journal");
    progress.begin(`filling in ${what}`);
    const { megabytes } = await alone("fill", { build, folder, kind, commits, checkpoint: from === "snapshot" });
    let best = await recover(build, folder, kind, commits, progress);
    for (let turn = 1; turn < turns; turn++) {
      const recovery = await recover(build, folder, kind, commits, progress);
      if (recovery.seconds < best.seconds) best = recovery;
    }
    return { ...best, ...start, commits, megabytes };
  });
}

async function recover(
  build: string,
  folder: string,
  kind: CommitKind,
  commits: number,
  progress: Progress,
): Promise<Recovery> {
  progress.begin(`recovering ${commits.toLocaleString("en")} ${kind}`);
  const recovery = await alone("recover", { build, folder });
  const expected = documentsAfter(kind, commits);
  if (recovery.documents !== expected) throw new Error(`${recovery.documents} of ${expected} documents are there`);
  return recovery;
}
