import { appendFile, readdir } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { FolderLog } from "../../../transport/twin/pull/row-log.ts";
import { Rows } from "../../../transport/twin/pull/rows.ts";
import { newFolder } from "../../support/folder.ts";

const row = (id: number, title: string) => ({
  status: "draft" as const,
  id,
  documentId: `d${id}`,
  data: { documentId: `d${id}`, title, updatedAt: title },
  links: [],
});

it("rows of a process that ended within a line are continued behind the last whole one", async () => {
  const folder = await newFolder();
  const first = new Rows("api::post.post", new FolderLog(folder));
  await Promise.all([first.add([row(1, "a"), row(2, "b")]), first.add([row(1, "c")]), first.remove(["draft  d2"])]);
  const [file = ""] = await readdir(folder);
  await appendFile(join(folder, file), '{"status":"draft","id":3,"docum');
  const again = new Rows("api::post.post", new FolderLog(folder));
  await again.restore();
  expect([...again.keys()]).toEqual(["draft  d1"]);
  await again.add([row(4, "d")]);
  const read = [];
  for await (const { id, data } of again.read()) read.push([id, data.title]);
  expect(read).toEqual([
    [1, "c"],
    [4, "d"],
  ]);
  expect(again.lastId("draft")).toBe(4);
});
