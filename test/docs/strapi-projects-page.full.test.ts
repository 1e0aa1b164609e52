import { copyFile, mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import type { SchemaDefinition } from "../../engine/internal.ts";
import { USAGES } from "../../transport/cli/usage/usages.ts";
import { loadProject } from "../../transport/strapi/project/load-project.ts";
import { blocksOf } from "../support/docs/readme.ts";
import { newFolder } from "../support/folder.ts";
import { Caller } from "../support/requests/caller.ts";
import { BUILT_LIBRARY, runToEnd, withServer } from "../support/servers/command-line.ts";
import { RECORDED_EXPORT } from "../support/servers/open-archive.ts";

const blocks = blocksOf("docs/strapi-projects.md");
const commands = blocks
  .filter(({ language }) => language === "sh")
  .flatMap(({ text }) => text.trim().split("\n"))
  .filter((line) => line.startsWith("galley "))
  .map((line) => line.split(" ").slice(1));

/** A folder with the project and the archive that the page speaks of. */
async function projectOf() {
  const folder = await newFolder();
  const { definition } = await loadProject(RECORDED_EXPORT);
  await writeProject(join(folder, "my-strapi"), definition);
  await copyFile(RECORDED_EXPORT, join(folder, "export.tar.gz"));
  return { folder, definition };
}

async function writeProject(project: string, { contentTypes, components = {} }: SchemaDefinition): Promise<void> {
  for (const [uid, definition] of Object.entries(contentTypes)) {
    const [api, type] = uid.replace("api::", "").split(".");
    if (uid.startsWith("api::"))
      await write(join(project, `src/api/${api}/content-types/${type}/schema.json`), definition);
  }
  await write(join(project, "package.json"), { name: "my-strapi", dependencies: { "@strapi/strapi": "5.54.0" } });
  for (const [uid, definition] of Object.entries(components))
    await write(join(project, `src/components/${uid.replace(".", "/")}.json`), definition);
}

async function write(file: string, value: unknown): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, JSON.stringify(value));
}

describe("the page about Strapi projects", () => {
  test("shows commands that serve and export the project's content", async () => {
    const { folder } = await projectOf();
    const [types] = commands;
    const seeded = commands.find((words) => words.includes("--seed"));
    const archive = commands.find(([first]) => first === "export.tar.gz");
    const exported = commands.find(([first]) => first === "export");
    const run = (command: readonly string[] = []) => [...command, "--port", "0", "--log-level", "error"];
    await withServer([...run(types), "--data", "memory"], { folder }, async ({ out }) => {
      expect(out).toContain("8 content types, 0 documents");
    });
    await withServer(run(seeded), { folder }, async (_, url) => {
      expect((await new Caller(url).get("/api/posts")).pagination.total).toBe(12);
      expect((await new Caller(url).get("/api/secrets")).status).toBe(403);
      const { out, errors, code } = await runToEnd(exported ?? [], { folder });
      expect([errors.replaceAll(/^Entries written: \d+ of \d+ \(\d+ %\)\n/gm, ""), code]).toEqual(["", 0]);
      expect(out).toContain(join(folder, "back.tar.gz"));
    });
    await copyFile(join(folder, "back.tar.gz"), join(folder, "export.tar.gz"));
    await withServer([...run(archive), "--data", "memory"], { folder }, async (_, url) => {
      expect((await new Caller(url).get("/api/posts")).pagination.total).toBe(12);
    });
  });

  test("shows a test with the output that it prints", async () => {
    const { folder, definition } = await projectOf();
    const [example] = blocks.filter(({ file }) => file === "posts.test.mjs");
    const [, printed] = blocks.slice(blocks.indexOf(example ?? expect.fail("no example")));
    await write(join(folder, "schema.json"), definition);
    const text = example?.text.replace('from "galley"', `from ${JSON.stringify(BUILT_LIBRARY)}`) ?? "";
    await writeFile(join(folder, "posts.test.mjs"), text);
    expect(await runToEnd([], { folder, program: ["posts.test.mjs"] })).toEqual({
      code: 0,
      out: printed?.text,
      errors: "",
    });
  });

  test("shows a refusal with its message", async () => {
    const { folder } = await projectOf();
    const project = join(folder, "my-strapi/src/api/post/content-types/post/schema.json");
    const post = JSON.parse(await readFile(project, "utf8"));
    await write(project, { ...post, attributes: { ...post.attributes, views: { type: "string" } } });
    const args = ["my-strapi", "--seed", "export.tar.gz", "--strict", "--data", "memory", "--port", "0"];
    const { errors, code } = await runToEnd(args, { folder });
    const shown = blocks.find(({ text }) => text.startsWith("galley: "))?.text;
    expect([errors.replace(`${folder}/`, ""), code]).toEqual([shown, 1]);
  });

  test("names only flags that there are", async () => {
    const page = await readFile(new URL("../../docs/strapi-projects.md", import.meta.url), "utf8");
    const own = page.replaceAll(/npx strapi.*/g, "");
    const flags = [...own.matchAll(/--([a-z][a-z-]*)/g)].map(([, flag]) => flag);
    const known = [USAGES.serve, USAGES.check, USAGES.export].flatMap(({ flags }) => Object.keys(flags));
    expect(flags.filter((flag) => !known.includes(flag ?? ""))).toEqual([]);
  });
});
