import { mkdir, mkdtemp, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test, vi } from "vitest";
import { JournalStorage, JsonFileStorage } from "../../../../storage/internal.ts";
import { sampleCommit } from "../../../../storage/testing/commits.ts";
import { schemaOf } from "../../../support/content/schema-of.ts";
import { newFolder } from "../../../support/folder.ts";
import { runHere } from "../../../support/servers/run-here.ts";

const SEGMENT = "journal-0000000000000001.ndjson";

/** A folder, and in it `data`, a closed journal of ten positions. */
async function journalFolder(): Promise<readonly [folder: string, data: string]> {
  const folder = await newFolder();
  const path = join(folder, "data");
  const storage = new JournalStorage(path);
  await storage.open();
  for (let position = 1; position <= 10; position += 1) {
    await storage.append(position - 1, [{ position, commit: `c.${position}`, body: sampleCommit(position) }]);
  }
  await storage.close();
  return [folder, path];
}

function data(...args: string[]) {
  return runHere(["data", ...args]);
}

describe("galley data", () => {
  test("check reports that there is no damage", async () => {
    const [, path] = await journalFolder();
    const { code, out } = await data("check", path);
    expect(code).toBe(0);
    expect(out).toContain(`${SEGMENT}  positions 1 to 10`);
    expect(out).toContain("No damage.");
  });

  test("check finds damage, and repair sets it aside", async () => {
    const [, path] = await journalFolder();
    const bytes = await readFile(join(path, SEGMENT));
    const at = bytes.indexOf('"position":6');
    bytes[at + 2] = 0;
    await writeFile(join(path, SEGMENT), bytes);
    const checked = await data("check", path);
    expect(checked.code).toBe(1);
    expect(checked.out).toMatch(/DAMAGED journal-0+1\.ndjson at byte \d+, position 6/);

    expect((await data("stats", path)).errors).toContain("--truncate-at 5");
    const repaired = await data("repair", path, "--truncate-at", "5");
    expect(repaired.code).toBe(0);
    expect(repaired.out).toMatch(/ends at position 5 now\.\nSet aside: cut-/);
    expect((await data("check", path)).code).toBe(0);
  });

  test("clean lists and removes values that the content types do not have", async () => {
    const [folder, path] = await journalFolder();
    const types = join(folder, "types.json");
    await writeFile(types, JSON.stringify(schemaOf({ book: { dp: false, attributes: {} } })));
    const listed = await data("clean", path, types, "--dry-run");
    expect(listed).toMatchObject({ code: 0, out: expect.stringMatching(/^api::book\.book\.title {2}\d+ values$/m) });
    expect(listed.out).toContain("Nothing was removed");
    expect((await data("clean", path, types)).out).toContain(`Removed from ${path}`);
    expect((await data("clean", path, types)).out).toContain("holds no values");
    expect((await data("check", path)).code).toBe(0);
  });

  test("check finds missing entries, and repair continues without them once the loss is accepted", async () => {
    const [, path] = await journalFolder();
    const bytes = await readFile(join(path, SEGMENT));
    await writeFile(join(path, SEGMENT), bytes.subarray(0, bytes.indexOf('{"crc"', bytes.indexOf('"position":6'))));
    const checked = await data("check", path);
    expect(checked).toMatchObject({
      code: 1,
      out: expect.stringMatching(/position 7: \d+ bytes that .* are missing/),
    });
    expect(await data("stats", path)).toMatchObject({ code: 1, errors: expect.stringContaining("--accept-loss") });
    expect((await data("repair", path, "--accept-loss", "--truncate-at", "5")).code).toBe(2);
    const repaired = await data("repair", path, "--accept-loss");
    expect(repaired).toMatchObject({ code: 0, out: expect.stringContaining("ends at position 6 now") });
    expect((await data("check", path)).code).toBe(0);
    expect((await data("stats", path)).out).toContain("6 documents");
    expect(await data("repair", path, "--accept-loss")).toMatchObject({ code: 1 });
  });

  test.each([
    ["copy", "A", "mysql://u:pw@host/db"],
    ["check", ""],
  ])("%s knows no such place", async (...args) => {
    const { code, errors } = await data(...args);
    expect([code, errors]).toEqual([
      2,
      expect.stringContaining("memory, a folder, FILE.json, postgres://… or nats://…"),
    ]);
    expect(errors).not.toContain("pw");
  });

  test("copy and backup carry the content over, stats counts it", async () => {
    const [folder, path] = await journalFolder();
    const file = join(folder, "db.json");
    expect((await data("copy", path, file)).code).toBe(0);
    expect((await data("backup", file, join(folder, "backup.json"))).code).toBe(0);
    expect((await data("backup", path, join(folder, "backup"))).code).toBe(0);
    expect((await data("backup", file, join(folder, "backup.json"))).errors).toContain("already exists");
    expect((await stat(join(folder, "backup.json"))).mode & 0o777).toBe(0o600);
    for (const place of [file, join(folder, "backup.json"), path, join(folder, "backup")]) {
      expect((await data("check", place)).code).toBe(0);
      const { out } = await data("stats", place);
      expect(out).toContain("api::book.book  10 documents");
      expect(out).toContain("survives power loss");
    }
  });

  test.each(["data", "db.json"])("stats and copy read a place that is in use: %s", async (name) => {
    const [folder, path] = await journalFolder();
    const place = join(folder, name);
    if (place !== path) await data("copy", path, place);
    const temporary = await mkdtemp(join(folder, "temporary-"));
    vi.stubEnv("TMPDIR", temporary);
    const holder = name === "data" ? new JournalStorage(place) : new JsonFileStorage(place);
    await holder.open();
    try {
      expect((await data("stats", place)).out).toContain("api::book.book  10 documents");
      expect(await data("copy", place, join(folder, "copied.json"))).toMatchObject({ code: 0 });
    } finally {
      await holder.close();
      vi.unstubAllEnvs();
    }
    expect((await data("stats", join(folder, "copied.json"))).out).toContain("api::book.book  10 documents");
    expect(await readdir(temporary)).toEqual([]);
  });

  test("shows its usage", async () => {
    expect(await data()).toMatchObject({ code: 2 });
    expect(await data("copy", "one")).toMatchObject({ code: 2 });
    expect(await data("repair", "one")).toMatchObject({ code: 2 });
    expect((await data("--help")).out).toContain("--truncate-at N");
  });

  test.each([["check"], ["stats"], ["copy", "to"], ["backup", "to"], ["repair", "--truncate-at", "1"]])(
    "%s names a place that is not there, and makes nothing",
    async (action, ...rest) => {
      const folder = await newFolder();
      for (const name of ["db.json", "data"].slice(action === "repair" ? 1 : 0)) {
        const place = join(folder, name);
        const { code, errors } = await data(action, place, ...rest.map((to) => to.replace("to", join(folder, "to"))));
        expect(code).toBe(1);
        expect(errors).toContain(`${place} cannot be used: there is no such file or folder`);
      }
      expect(await readdir(folder)).toEqual([]);
    },
  );

  test.each([["check"], ["stats"], ["copy", "to"], ["backup", "to"], ["repair", "--truncate-at", "1"]])(
    "%s names an empty folder, and leaves it empty",
    async (action, ...rest) => {
      const folder = await newFolder();
      const place = join(folder, "empty");
      await mkdir(place);
      const { code, errors } = await data(action, place, ...rest.map((to) => to.replace("to", join(folder, "to"))));
      expect(code).toBe(1);
      expect(errors).toContain(`${place} cannot be used: the folder is empty`);
      expect(await readdir(folder)).toEqual(["empty"]);
      expect(await readdir(place)).toEqual([]);
    },
  );

  test("repair takes journals only", async () => {
    const folder = await newFolder();
    const place = join(folder, "db.json");
    const { code, errors } = await data("repair", place, "--truncate-at", "1");
    expect(code).toBe(2);
    expect(errors).toContain("repair a .json file in an editor");
  });
});
