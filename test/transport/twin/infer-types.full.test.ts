import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { createGalley } from "../../../transport/galley.ts";
import { scalarTypeOf } from "../../../transport/twin/source/infer-scalar.ts";
import { newFolder } from "../../support/folder.ts";
import { runHere } from "../../support/servers/run-here.ts";
import { fill, openSource, write } from "../../support/twin/source.ts";

const environment = { READ: "read-token" };

it("galley pull --types infers what a read-only token may not read", async () => {
  const source = await openSource();
  await fill(source, 8);
  const folder = join(await newFolder(), "twin");
  const types = ["--types", "posts,authors,tags,home", "--keep", "author,file"];
  const args = ["pull", source.url, "--out", folder, "--token-env", "READ", ...types, "--quiet"];
  const { code, out, errors } = await runHere(args, { environment });
  expect([code, errors]).toEqual([0, ""]);
  expect(out).toMatch(/api::post.post {2}8/);
  expect(JSON.parse(await readFile(join(folder, "pull.json"), "utf8"))).toMatchObject({ schema: "inferred" });
  const twin = await createGalley({
    project: folder,
    rest: { maxLimit: 20 },
    tokens: [{ name: "read", token: "read-token", access: "read-only" }],
  });
  onTestFinished(() => twin.close());
  const headers = { authorization: "Bearer read-token" };
  for (const path of [
    "/api/posts?status=draft&locale=*&sort=id",
    "/api/posts?populate[author]=true&populate[tags]=true&populate[cover]=true&populate[gallery]=true&sort=views,id",
    "/api/posts?populate[seo][populate][links][populate]=image&filters[author][name]=Author 1",
    "/api/posts?populate[blocks][on][shared.quote][populate][by]=true&populate[blocks][on][shared.quote][populate][parts][populate]=links",
    "/api/authors?populate[posts][fields]=title",
    "/api/home?populate[seo]=true",
  ]) {
    const [real, here] = await Promise.all([source.galley, twin].map((galley) => galley.fetch(path, { headers })));
    expect([path, here?.status, await here?.json()]).toEqual([path, 200, await real?.json()]);
  }
  const verified = await runHere(
    ["verify", source.url, "--token-env", "READ", ...types.slice(0, 2), "--random", "300", "--quiet"],
    {
      environment,
    },
  );
  expect(verified.out).toMatch(/^300 reads, 300 equal, 0 differences/);
});

it("a link that no entry has is left out, and a route without entries is refused", async () => {
  const source = await openSource();
  await write(source, "POST", "/posts", { title: "One" });
  const pull = async (types: string) =>
    runHere(["pull", source.url, "--out", await newFolder(), "--token-env", "READ", "--types", types], { environment });
  const { out } = await pull("posts");
  expect(out).toContain("left out: post.author: a link of which no entry tells where it leads");
  expect((await pull("posts,tags")).errors).toBe(
    "galley: the types of tags cannot be told from its answers, which show no entry of Strapi 5: give --schema PATH of the project\n",
  );
});

it.each([
  ["json", [null, undefined]],
  ["boolean", [true, null]],
  ["float", [1, 2.5]],
  ["datetime", ["2026-01-02T03:04:05.000Z"]],
  ["date", ["2026-01-02", null]],
  ["time", ["03:04:05.000"]],
  ["text", ["2026-01-02", "soon"]],
  ["blocks", [[{ type: "paragraph", children: [] }]]],
  ["json", [["a"]]],
  ["json", ["a", 1]],
] as const)("values are of type %s", (type, values) => {
  expect(scalarTypeOf(values)).toBe(type);
});
