import { BLOG } from "../../content/schema.ts";
import { importBuild } from "../../run/import-build.ts";
import type { JournalOptions } from "../alone.ts";
import { COMMITS, type CommitKind } from "../commits.ts";
import { megabytesIn } from "../megabytes.ts";

interface FillOptions extends JournalOptions {
  readonly kind: CommitKind;
  readonly commits: number;
  readonly checkpoint: boolean;
}

const BATCH = 1000;
// No checkpoint until everything is stored.
const LIMITS = { checkpointBytes: Number.MAX_SAFE_INTEGER };

/** Brings a journal to so many commits. */
export default async function fill({ build, folder, kind, commits, checkpoint }: FillOptions) {
  const { createGalley, JournalStorage } = await importBuild(build);
  const storage = new JournalStorage(folder, LIMITS);
  let { head } = await storage.open();
  while (head < commits) {
    const batch = Array.from({ length: Math.min(BATCH, commits - head) }, (_, at) => {
      const body = COMMITS[kind](head + at + 1);
      return { position: body.number, commit: `fill.${body.number}`, body };
    });
    const appended = await storage.append(head, batch);
    if (appended.kind !== "ok") throw new Error(`The journal is not filled: ${JSON.stringify(appended)}`);
    head = appended.head;
  }
  await storage.close();
  if (checkpoint) {
    await using galley = await createGalley({ schema: BLOG, storage: new JournalStorage(folder, LIMITS) });
    await galley.store.snapshot();
  }
  return { megabytes: await megabytesIn(folder, checkpoint ? "checkpoint-" : "journal-") };
}
