import { mkdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { SYSTEMS, type SystemName } from "../../support/emulation/systems.ts";
import { eventually } from "../../support/eventually.ts";
import { newFolder } from "../../support/folder.ts";
import { Caller } from "../../support/requests/caller.ts";
import { BUILT, runToEnd, type Surroundings, withServer } from "../../support/servers/command-line.ts";
import { bundleServer } from "../../support/servers/start-server.ts";

const PRELOAD = new URL("../../support/emulation/preload.ts", import.meta.url);

const TYPE = {
  kind: "collectionType",
  info: { singularName: "note", pluralName: "notes", displayName: "Note" },
  attributes: { title: { type: "string" } },
};

async function surroundings(folder: string, system: SystemName): Promise<Surroundings> {
  const path = join(folder, "src", "api", "note", "content-types", "note");
  await mkdir(path, { recursive: true });
  await writeFile(join(path, "schema.json"), JSON.stringify(TYPE));
  const program = ["--import", await bundleServer(PRELOAD), BUILT];
  return { folder, program, environment: { GALLEY_TOKEN: "given", GALLEY_EMULATED: system } };
}

describe.each(Object.keys(SYSTEMS) as SystemName[])("galley on %s", (system) => {
  test.each(["db.json", "kept"])("starts, writes, is killed, starts again, copies and checks: %s", async (place) => {
    const folder = await newFolder();
    const around = await surroundings(folder, system);
    const args = [".", "--port", "0", "--data", place, "--profile", "contract"];
    const add = async (url: string, title: string) => {
      const { status } = await new Caller(url, "given").post("/api/notes", { data: { title } });
      expect(status).toBe(201);
    };
    const titles = async (url: string) => (await new Caller(url, "given").get("/api/notes?sort=id")).all("title");
    await withServer(args, around, async (server, url) => {
      await add(url, "One");
      await add(url, "Two");
      const second = await runToEnd(args, around);
      expect([second.code, second.errors]).toEqual([1, expect.stringMatching(/is using .*\.lock\)/)]);
      expect(await titles(url)).toEqual(["One", "Two"]);
      await server.signal("SIGKILL");
    });
    await withServer([...args, "--watch"], around, async (_, url) => {
      expect(await titles(url)).toEqual(["One", "Two"]);
      await add(url, "Three");
      if (place !== "db.json") return;
      const path = join(folder, place);
      await writeFile(path, (await readFile(path, "utf8")).replace('"Three"', '"Edited"'));
      await eventually(async () => expect(await titles(url)).toEqual(["One", "Two", "Edited"]));
    });
    for (const command of [
      ["data", "check", place],
      ["data", "copy", place, place === "kept" ? "copy.json" : "copy"],
      ["export", ".", "--data", place, "--out", "out"],
    ]) {
      expect(await runToEnd(command, around)).toMatchObject({ code: 0 });
    }
    expect((await stat(join(folder, "out.tar.gz"))).size).toBeGreaterThan(0);
  });
});
