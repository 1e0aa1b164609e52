import { chmod, mkdir, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { newFolder } from "../../support/folder.ts";
import { runHere, withServerHere } from "../../support/servers/run-here.ts";
import { typeFile, writeProject } from "../strapi/project/write-project.ts";

const FILES = {
  "src/api/note/content-types/note/schema.json": typeFile("note", { title: { type: "string" } }),
  "config/server.js": "module.exports = ({ env }) => ({ url: env('ADDRESS', 'none') + env('SECOND', '') })",
};

function utf16(text: string): Buffer {
  return Buffer.from(`\ufeff${text}`, "utf16le");
}

describe("a file that Windows wrote", () => {
  test("a .env in UTF-16 is reported, and the project is served without it", async () => {
    const project = await writeProject(FILES);
    await writeFile(join(project, ".env"), utf16("ADDRESS=https://a.org\r\n"));
    const { out, errors } = await runHere(["check", project]);
    expect(out + errors).toMatch(/\.env: cannot be read: it is UTF-16: save it as UTF-8/);
  });

  test("a .env with null characters is reported likewise", async () => {
    const project = await writeProject(FILES);
    await writeFile(join(project, ".env"), "ADDRESS=a\0b\n");
    const { out, errors } = await runHere(["check", project]);
    expect(out + errors).toContain(".env: cannot be read: it has null characters");
  });

  test("a byte order mark in .env loses no variable", async () => {
    const project = await writeProject(FILES);
    await writeFile(join(project, ".env"), "\ufeffADDRESS=https://a.org\r\nSECOND=/two\r\n");
    const { loadProject } = await import("../../../transport/strapi/project/load-project.ts");
    expect((await loadProject(project)).settings).toMatchObject({ url: "https://a.org/two" });
  });

  test("token create --save takes a configuration with a byte order mark, in capitals", async () => {
    const folder = await newFolder();
    const path = join(folder, "GALLEY.JSON");
    await writeFile(path, '\ufeff{ "port": 4000 }');
    const args = ["token", "create", "--name", "ci", "--access", "full-access", "--save", "--config", path];
    expect(await runHere(args)).toMatchObject({ code: 0 });
    expect(JSON.parse(await readFile(path, "utf8"))).toMatchObject({ port: 4000, tokens: [{ name: "ci" }] });
  });

  test("JSON in UTF-16 is refused with that reason", async () => {
    const folder = await newFolder();
    await writeFile(join(folder, "db.json"), utf16('{ "posts": [] }'));
    const { code, out } = await runHere(["check", "db.json"], { folder });
    expect([code, out]).toEqual([1, expect.stringContaining("it is UTF-16: save it as UTF-8")]);
  });

  test("extensions in capitals are those of files", async () => {
    const folder = await newFolder();
    await writeFile(join(folder, "DB.JSON"), JSON.stringify({ notes: [{ id: 1, title: "One" }] }));
    await withServerHere(["DB.JSON", "--port", "0", "--data", "CONTENT.JSON"], { folder }, async (_, url) => {
      expect(await (await fetch(`${url}/api/notes`)).json()).toMatchObject({ data: [{ title: "One" }] });
      expect((await stat(join(folder, "CONTENT.JSON"))).isFile()).toBe(true);
    });
    expect(await runHere(["import", "DB.JSON"], { folder })).toMatchObject({ code: 0 });
    expect(await readdir(join(folder, "DB", "src", "api"))).toEqual(["note"]);
  });

  test("galley import calls no type as Windows calls a device", async () => {
    const folder = await newFolder();
    const row = [{ id: 1, title: "One" }];
    await writeFile(join(folder, "db.json"), JSON.stringify({ cons: row, aux: row, com1s: row }));
    const { code, errors } = await runHere(["import", "db.json"], { folder });
    expect([code, errors]).toEqual([
      0,
      expect.stringContaining("cons has the type con-item: no folder can be called con"),
    ]);
    const folders = await readdir(join(folder, "db", "src", "api"));
    expect(folders.sort()).toEqual(["aux-item", "com1-item", "con-item"]);
  });

  test("a journal that Git gave other line ends is told from a damaged one, and Git is asked not to", async () => {
    const folder = await newFolder();
    const args = ["--port", "0", "--data", "kept"];
    await withServerHere(args, { folder }, async () => {});
    expect(await readFile(join(folder, "kept", ".gitattributes"), "utf8")).toBe("* -text\n");
    for (const name of await readdir(join(folder, "kept"))) {
      const path = join(folder, "kept", name);
      await writeFile(path, (await readFile(path, "utf8")).replaceAll("\n", "\r\n"));
    }
    for (const command of [args, ["data", "check", "kept"]]) {
      const { code, out, errors } = await runHere(command, { folder });
      expect(code).toBe(1);
      expect(out + errors).toMatch(/its line ends were changed, as by Git's core\.autocrlf/);
      expect(out + errors).not.toContain("truncate-at");
    }
  });

  // The superuser may write everywhere.
  test.skipIf(process.getuid?.() === 0)(
    "a project that cannot be written is served with --data elsewhere, and that is said",
    async () => {
      const folder = await newFolder();
      await mkdir(join(folder, "closed"));
      await chmod(join(folder, "closed"), 0o500);
      const { code, errors } = await runHere(["--port", "0", "--data", "closed/db.json"], { folder });
      expect([code, errors]).toEqual([1, expect.stringContaining("--data PLACE keeps the content elsewhere")]);
    },
  );
});
