import { join } from "node:path";
import type { Progress } from "../run/progress.ts";
import { withFolder } from "../run/with-folder.ts";
import { alone } from "./alone.ts";
import type { Recovery } from "./programs.ts";

export const SOURCES = ["journal", "snapshot"] as const;

export interface Recovered extends Recovery {
  readonly from: (typeof SOURCES)[number];
  readonly commits: number;
  readonly megabytes: number;
}

/** Starts over a journal of so many commits, first without a checkpoint and then with one; the best of the turns. */
export function measureRecovery(
  build: string,
  commits: number,
  turns: number,
  progress: Progress,
): Promise<readonly Recovered[]> {
  return withFolder(async (parent) => {
    const folder = join(parent, "journal");
    const results: Recovered[] = [];
    for (const from of SOURCES) {
      progress.begin(`filling a ${from} with ${commits} commits`);
      const { megabytes } = await alone("fill", { build, folder, commits, checkpoint: from === "snapshot" });
      let best: Recovery | null = null;
      for (let turn = 0; turn < turns; turn++) {
        progress.begin(`recovering from the ${from}`);
        const recovery = await alone("recover", { build, folder });
        if (recovery.documents !== commits) throw new Error(`${recovery.documents} of ${commits} documents are there`);
        if (best === null || recovery.seconds < best.seconds) best = recovery;
      }
      if (best !== null) results.push({ ...best, from, commits, megabytes });
    }
    return results;
  });
}
