import { BLOG } from "../../schema.ts";
import { optionsOf } from "../../servers/options.ts";
import { importBuild } from "../build.ts";
import { COMMITS } from "../commits.ts";
import { megabytesIn } from "../megabytes.ts";
import type { Programs } from "../programs.ts";

const { build, folder, kind, commits, checkpoint } = optionsOf<Programs["fill"]["options"]>();
const { createGalley, JournalStorage } = await importBuild(build);

const BATCH = 1000;
// No checkpoint until everything is stored.
const limits = { checkpointBytes: Number.MAX_SAFE_INTEGER };
const storage = new JournalStorage(folder, limits);
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
  const galley = await createGalley({ schema: BLOG, storage: new JournalStorage(folder, limits) });
  await galley.store.snapshot();
  await galley.close();
}
const result: Programs["fill"]["result"] = {
  megabytes: await megabytesIn(folder, checkpoint ? "checkpoint-" : "journal-"),
};
process.stdout.write(JSON.stringify(result));
