import { stat } from "node:fs/promises";
import { join } from "node:path";
import { Low } from "lowdb";
import { JSONFile } from "lowdb/node";
import { documentId, sizeOf } from "../../content/data.ts";
import { openBlog } from "../../content/open-blog.ts";
import { blogRows } from "../../content/rows.ts";
import { importBuild } from "../../run/import-build.ts";
import { cpuMicros } from "../../run/processor-time.ts";
import { quantile } from "../../run/statistics.ts";
import type { JournalOptions } from "../alone.ts";

interface UpdateOptions extends JournalOptions {
  readonly posts: number;
  readonly seconds: number;
}

/** Changes one document of many, again and again. */
export default async function updates({ build, folder, posts, seconds }: UpdateOptions) {
  const { createGalley, JournalStorage } = await importBuild(build);
  const blog = await openBlog(createGalley, posts, { storage: new JournalStorage(join(folder, "journal")) });
  const galley = await writeRate(seconds, async (count) => {
    await blog.documents("api::author.author").update({ documentId: documentId("a", 0), data: { name: `A${count}` } });
  });
  await blog.close();

  const file = join(folder, "lowdb.json");
  const db = new Low(new JSONFile<{ authors: { name: unknown }[] }>(file), rowsToChange(posts));
  const lowdb = await writeRate(seconds, (count) =>
    db.update(({ authors: [first] }) => {
      if (first !== undefined) first.name = `A${count}`;
    }),
  );
  return { galley, lowdb, megabytes: (await stat(file)).size / 1e6 };
}

function rowsToChange(posts: number) {
  const { authors, ...others } = blogRows(sizeOf(posts));
  return { ...others, authors: authors.map((author) => ({ ...author, name: author.name })) };
}

const FEWEST = 3;

/** Writes, each when the one before is done, for a while and at least a few times; times in milliseconds. */
async function writeRate(seconds: number, write: (count: number) => Promise<void>) {
  const times: number[] = [];
  const cpu = cpuMicros();
  const started = performance.now();
  do {
    const begun = performance.now();
    await write(times.length + 1);
    times.push(performance.now() - begun);
  } while (times.length < FEWEST || performance.now() < started + seconds * 1000);
  return {
    cpuMicros: (cpuMicros() - cpu) / times.length,
    rate: (times.length * 1000) / (performance.now() - started),
    p50: quantile(times, 0.5),
    p99: quantile(times, 0.99),
  };
}
