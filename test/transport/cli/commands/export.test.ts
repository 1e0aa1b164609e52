import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it, test } from "vitest";
import { newFolder } from "../../../support/folder.ts";
import { openArchive, RECORDED_EXPORT } from "../../../support/servers/open-archive.ts";
import { runHere } from "../../../support/servers/run-here.ts";

const NOWHERE = ["--data", "memory"];

describe("galley export", () => {
  it("copies an archive into another one, encrypted", async () => {
    const out = join(await newFolder(), "again.tar");
    const args = ["export", RECORDED_EXPORT, ...NOWHERE, "--out", out, "--encrypt", "--key", "sesame"];
    const { out: said, code } = await runHere(args);
    const path = out.replace(".tar", ".tar.gz.enc");
    expect([said.trim().split("\n").at(-1), code]).toEqual([`Exported 67 entries to ${path}`, 0]);
    const { rows, files } = await openArchive({ path, key: "sesame" });
    expect([rows, files]).toEqual([99, 4]);
  });

  it("names the archive by its kind", async () => {
    const out = join(await newFolder(), "plain");
    await runHere(["export", ...NOWHERE, "--out", out, "--no-compress"]);
    expect(existsSync(`${out}.tar`)).toBe(true);
    const { galley } = await openArchive({ path: `${out}.tar` });
    const posts = await galley.fetch("/api/posts?pagination[pageSize]=1");
    expect(await posts.json()).toMatchObject({ meta: { pagination: { total: 14 } } });
  });

  it("needs a key to encrypt with", async () => {
    const { errors, code } = await runHere(["export", ...NOWHERE, "--encrypt"]);
    expect([errors, code]).toEqual(["galley: --encrypt needs --key\nTry: galley export --help\n", 2]);
  });

  it("needs content", async () => {
    const folder = await newFolder();
    const place = join(folder, "nothing");
    const project = join(folder, "types.json");
    const { errors, code } = await runHere(["export", project, "--data", place]);
    expect(errors).toContain("types.json");
    expect([code, existsSync(place)]).toEqual([1, false]);
  });
});

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
