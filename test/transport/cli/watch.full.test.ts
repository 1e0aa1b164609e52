import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { eventually } from "../../support/eventually.ts";
import { newFolder } from "../../support/folder.ts";
import { Caller } from "../../support/requests/caller.ts";
import { withServer } from "../../support/servers/command-line.ts";
import { runHere, withServerHere } from "../../support/servers/run-here.ts";

const ARGS = ["--port", "0", "--data", "db.json"];

describe("galley serve --watch", () => {
  test("applies valid edits, reports the faults of others, and loses no write", async () => {
    const folder = await newFolder();
    const path = join(folder, "db.json");
    const environment = { GALLEY_TOKEN: "given" };
    await withServer([...ARGS, "--watch"], { folder, environment }, async (server, url) => {
      expect(server.out).toMatch(/Storage .*db\.json, survives power loss, watched/);
      const caller = new Caller(url, "given");
      const names = async () => (await caller.get("/api/tags?status=draft&pagination[pageSize]=100")).all("name");
      const add = (name: string) => caller.post("/api/tags", { data: { name, slug: name.toLowerCase() } });
      expect((await add("Mine")).status).toBe(201);

      await edit(path, (text) => text.replace('"Mine"', '"Edited"'));
      await eventually(async () => expect(await names()).toContain("Edited"));
      expect((await add("After")).status).toBe(201);

      await edit(path, (text) => text.replace('"Edited"', "7"));
      await eventually(() => expect(server.out + server.errors).toContain("was not loaded"));
      expect(server.out + server.errors).toMatch(/db\.json.*published\.values\.name must be a text/);
      expect(await names()).toEqual(expect.arrayContaining(["Edited", "After"]));
      expect((await add("Last")).status).toBe(201);
      const kept = await readFile(path, "utf8");
      for (const name of ["Edited", "After", "Last"]) expect(kept).toContain(`"${name}"`);
      expect(await readFile(`${path}.refused`, "utf8")).toContain('"name": 7');
    });
    await withServer(ARGS, { folder, environment }, async (_, url) => {
      const tags = await new Caller(url, "given").get("/api/tags?status=draft&pagination[pageSize]=100");
      expect(tags.all("name")).toEqual(expect.arrayContaining(["Edited", "After", "Last"]));
    });
  });
});

test("galley serve does not begin a journal beside the db.json of its folder", async () => {
  const folder = await newFolder();
  await mkdir(join(folder, "kept"));
  await withServerHere(["--port", "0", "--data", "kept/db.json"], { folder }, async () => {});
  const { code, errors } = await runHere(["--port", "0", "--data", "kept"], { folder });
  expect(code).toBe(1);
  expect(errors).toContain(`galley data copy ${join(folder, "kept", "db.json")} ${join(folder, "kept")}`);
  expect((await runHere(["data", "copy", "kept/db.json", "kept"], { folder })).code).toBe(0);
  await withServerHere(["--port", "0", "--data", "kept"], { folder }, async (server) => {
    expect(server.out).toContain("38 documents");
  });
});

async function edit(path: string, change: (text: string) => string): Promise<void> {
  await writeFile(path, change(await readFile(path, "utf8")));
}
