import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { newFolder } from "../../../support/folder.ts";
import { runHere } from "../../../support/servers/run-here.ts";

test("galley export says that it exports the demo where no PATH is given", async () => {
  const folder = await newFolder();
  const demo = await runHere(["export"], { folder });
  expect(demo).toMatchObject({
    code: 0,
    errors: expect.stringContaining("content of the demo blog: galley export PATH"),
  });
  await writeFile(join(folder, "db.json"), '{ "posts": [{ "id": 1 }] }');
  expect(await runHere(["export", "db.json", "--quiet"], { folder })).toMatchObject({ code: 0, errors: "" });
});
