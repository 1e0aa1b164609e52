import { BLOG } from "../../content/schema.ts";
import { importBuild } from "../../run/import-build.ts";
import { cpuMicros } from "../../run/processor-time.ts";
import type { JournalOptions } from "../alone.ts";

/** A start over stored content, in seconds. */
export default async function recover({ build, folder }: JournalOptions) {
  const { createGalley, JournalStorage } = await importBuild(build);
  const cpu = cpuMicros();
  const started = performance.now();
  await using galley = await createGalley({ schema: BLOG, storage: new JournalStorage(folder) });
  const seconds = (performance.now() - started) / 1000;
  const cpuSeconds = (cpuMicros() - cpu) / 1e6;
  const [authors, tags] = [galley.documents("api::author.author"), galley.documents("api::tag.tag")];
  return { seconds, cpuSeconds, documents: (await authors.count()) + (await tags.count()) };
}
