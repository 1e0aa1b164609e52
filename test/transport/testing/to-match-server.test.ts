import { expect, it } from "vitest";
import { createGalley } from "../../../transport/galley.ts";
import { contractMatchers } from "../../../transport/testing/contract/index.ts";
import { openSource, SOURCE_SCHEMA, write } from "../../support/twin/source.ts";

const { toMatchServer } = contractMatchers;

it("toMatchServer holds where a galley answers as a server does, and shows the smallest request where not", async () => {
  const source = await openSource();
  await write(source, "POST", "/tags", { name: "one" });
  const seed = { tag: [{ name: "one" }] };
  await using galley = await createGalley({
    schema: SOURCE_SCHEMA,
    profile: "strapi",
    seed,
    open: true,
    rest: { maxLimit: 20 },
  });
  const options = { token: "full-token", allow: ["total", "key"] } as const;
  const same = await toMatchServer(galley, source.url, { ...options, requests: ["/api/authors?sort=name"] });
  expect([same.message(), same.pass]).toEqual([expect.stringMatching(/^1 reads, 1 equal, 0 differences/), true]);
  await galley.fetch("/api/tags?pagination[pageSize]=1&sort=name");
  await galley.fetch("/api/tags?pagination[pageSize]=0&sort=nothing");
  await galley.fetch("/api/tags", { method: "DELETE" });
  const asked = await toMatchServer(galley, source.url, { token: "full-token" });
  expect([asked.pass, asked.message()]).toEqual([false, expect.stringContaining("not asked: DELETE is not sent (1)")]);
  expect(asked.message()).toMatch(/^3 reads, 2 equal, 2 differences[\s\S]*total: tag\.data/);
});

it("toMatchServer does not hold for what is no galley, and where nothing was asked", async () => {
  await using galley = await createGalley({ schema: SOURCE_SCHEMA });
  const { url } = await openSource();
  expect(await toMatchServer(5, url)).toMatchObject({ pass: false });
  const nothing = await toMatchServer(galley, url);
  expect([nothing.pass, nothing.message()]).toEqual([false, "expected something to have been asked"]);
});
