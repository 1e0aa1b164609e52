import { expect, it } from "vitest";
import type { Galley } from "../../../transport/galley.ts";
import { schemaOf } from "../../support/content/schema-of.ts";
import { sendTo } from "../../support/requests/json.ts";
import { openGalley } from "../../support/servers/open-galley.ts";

const SCHEMA = schemaOf({ post: { dp: false, attributes: { title: { type: "string" } } } });

async function start(): Promise<Galley> {
  const options = { schema: SCHEMA, open: true, seed: { post: [{ title: "seeded" }] } };
  const galley = await openGalley({
    ...options,
    tokens: [{ name: "a", token: "full", access: "full-access" }],
  });
  return galley;
}

const ask = (galley: Galley, method: string, path: string, data?: object) =>
  sendTo(galley, method, path, data && { data }, { authorization: "Bearer full" });

it("may change the results that they get, and nothing that is stored", async () => {
  const galley = await start();
  galley.use({ types: ["post"], actions: ["findMany"] }, async (_, next) => {
    const entries = await next();
    for (const entry of entries) entry.title = "changed";
    entries.length = 0;
    return entries;
  });
  expect((await ask(galley, "GET", "/api/posts")).body.data).toEqual([]);
  expect(galley.engine.state.collection("api::post.post").spaces.published.size).toBe(1);
});

it("may delete the document that they have just written, and return promises of promises", async () => {
  const galley = await start();
  galley.use({ types: ["post"], actions: ["create"] }, async (_, next) => {
    const made = await next();
    await galley.documents("api::post.post").delete({ documentId: made.documentId });
    return Promise.resolve(Promise.resolve(made));
  });
  expect(await ask(galley, "POST", "/api/posts", { title: "gone" })).toMatchObject({
    status: 201,
    body: { data: { title: "gone" } },
  });
  expect((await ask(galley, "GET", "/api/posts")).body.meta.pagination.total).toBe(1);
});

it("stay over snapshots, restore and reset, which run none of them", async () => {
  const galley = await start();
  const seen: string[] = [];
  galley.use(({ action }, next) => {
    seen.push(action);
    return next();
  });
  const before = galley.snapshot();
  await ask(galley, "POST", "/api/posts", { title: "one" });
  await galley.restore(before);
  await galley.reset();
  const fork = galley.fork();
  await ask(fork, "POST", "/api/posts", { title: "two" });
  await ask(galley, "POST", "/api/posts", { title: "three" });
  expect(seen).toEqual(["create", "create", "create"]);
});
