import { stat } from "node:fs/promises";
import { join } from "node:path";
import { Low } from "lowdb";
import { JSONFile } from "lowdb/node";
import { blogContent, documentId, sizeOf } from "../../data.ts";
import { blogRows } from "../../rows.ts";
import { BLOG } from "../../schema.ts";
import { optionsOf } from "../../servers/options.ts";
import { importBuild } from "../build.ts";
import type { Programs } from "../programs.ts";
import { writeRate } from "../write-rate.ts";

const { build, folder, posts, seconds } = optionsOf<Programs["updates"]["options"]>();
const { createGalley, JournalStorage } = await importBuild(build);
const size = sizeOf(posts);

const galley = await createGalley({ schema: BLOG, storage: new JournalStorage(join(folder, "journal")) });
galley.engine.restore({ ...blogContent(size), number: 0 });
const ofGalley = await writeRate(1, seconds, async (count) => {
  await galley.documents("api::author.author").update({ documentId: documentId("a", 0), data: { name: `A${count}` } });
});
await galley.close();

const file = join(folder, "lowdb.json");
const db = new Low(new JSONFile<{ authors: { name: unknown }[] }>(file), blogRowsToChange());
const ofLowdb = await writeRate(1, seconds, (count) =>
  db.update(({ authors: [first] }) => {
    if (first !== undefined) first.name = `A${count}`;
  }),
);
const result: Programs["updates"]["result"] = {
  galley: ofGalley,
  lowdb: ofLowdb,
  megabytes: (await stat(file)).size / 1e6,
};
process.stdout.write(JSON.stringify(result));

function blogRowsToChange() {
  const { authors, ...others } = blogRows(size);
  return { ...others, authors: authors.map((author) => ({ ...author, name: author.name })) };
}
