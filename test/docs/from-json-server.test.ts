import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createGalley, type Galley } from "../../transport/galley.ts";
import { inferTypes } from "../../transport/json-server/infer-types.ts";
import { blocksOf } from "../support/docs/readme.ts";
import { newFolder } from "../support/folder.ts";
import { withServer } from "../support/servers/command-line.ts";
import { writeExamples } from "../support/servers/installed.ts";

const page = "docs/from-json-server.md";

/** The entries that each request of the first table finds. */
const FOUND: Readonly<Record<string, readonly string[]>> = {
  "/posts": ["Bread", "Tea"],
  "/posts?title=Bread": ["Bread"],
  "/posts?views_gte=100&views_lte=200": ["Bread"],
  "/posts?title_ne=Tea": ["Bread"],
  "/posts?title_like=bre": ["Bread"],
  "/posts?author.name=Ada": ["Bread", "Tea"],
  "/posts?_sort=views&_order=desc": ["Bread", "Tea"],
  "/posts?_page=2&_limit=1": ["Tea"],
  "/posts?_start=1&_end=2": ["Tea"],
  "/posts?q=tea": ["Tea"],
  "/posts?_expand=author": ["Bread", "Tea"],
  "/authors?_embed=posts": ["Ada"],
};

interface Found {
  readonly data: readonly { readonly title?: string; readonly name?: string }[];
}

async function open(): Promise<Galley> {
  const data = blocksOf(page).find(({ file }) => file === "db.json");
  const config = blocksOf(page).find(({ file }) => file === "galley.config.json");
  const { contentTypes, seed } = inferTypes(JSON.parse(data?.text ?? ""));
  // A seed by uids that the compiler does not know.
  return createGalley({ schema: { contentTypes }, seed: seed as never, roles: JSON.parse(config?.text ?? "").roles });
}

describe("docs/from-json-server.md", () => {
  it("exchanges requests for those that find the same", async () => {
    await using galley = await open();
    const text = await readFile(new URL(`../../${page}`, import.meta.url), "utf8");
    const rows = [...text.matchAll(/^\| `(\/[^`]+)` +\| `(\/api[^`]+)` +\|$/gm)];
    const found: Record<string, readonly (string | undefined)[]> = {};
    for (const [, before = "", now = ""] of rows) {
      const { data } = (await (await galley.fetch(now)).json()) as Found;
      found[before] = data.map(({ title, name }) => title ?? name);
    }
    expect(found).toEqual(FOUND);
  });

  it("shows files that the command serves, for everyone to read and write", async () => {
    const folder = await newFolder();
    await writeExamples(page, folder);
    await withServer([join(folder, "db.json"), "--port", "0"], { folder }, async (_, url) => {
      const body = JSON.stringify({ data: { title: "Soup" } });
      const headers = { "content-type": "application/json" };
      expect((await fetch(`${url}/api/posts`, { method: "POST", headers, body })).status).toBe(201);
      const { data } = (await (await fetch(`${url}/api/posts?populate=author`)).json()) as Found;
      expect(data).toMatchObject([{ author: { name: "Ada" } }, { title: "Tea" }, { title: "Soup", author: null }]);
    });
  });
});
