import { expect, it } from "vitest";
import type { Galley, Hook } from "../../../transport/galley.ts";
import { schemaOf } from "../../support/content/schema-of.ts";
import { sendTo } from "../../support/requests/json.ts";
import { openGalley } from "../../support/servers/open-galley.ts";

const SCHEMA = schemaOf({
  post: {
    attributes: {
      title: { type: "string", required: true },
      data: { type: "json" },
      secret: { type: "string", private: true },
      like: { type: "relation", relation: "manyToMany", target: "api::post.post", inversedBy: "liked" },
      liked: { type: "relation", relation: "manyToMany", target: "api::post.post", mappedBy: "like" },
    },
  },
  home: { kind: "singleType", dp: false, attributes: { title: { type: "string" } } },
});

const TOKEN = "full-access-token";

async function start(profile: string): Promise<Galley> {
  const tokens = [{ name: "full", token: TOKEN, access: "full-access" }];
  const options = { schema: SCHEMA, profile, tokens, ids: "sequential", clock: "2026-01-01" };
  return openGalley(options);
}

type Sent = readonly [method: string, path: string, data: unknown];

/** `ID`: the document of the first write. */
const WRITES: readonly Sent[] = [
  ["POST", "/posts", { title: "Bread", data: { list: [1, { a: null }] }, secret: "s" }],
  ["POST", "/posts?status=draft&populate=like", { title: "Tea", like: ["ID"], data: [] }],
  ["POST", "/posts?populate=*&fields=title", { title: "Wine", like: { connect: ["ID"] } }],
  ["PUT", "/posts/ID?populate=like,liked", { title: "Bread, fresh", like: ["ID"] }],
  ["PUT", "/posts/ID?status=published", { data: null }],
  ["PUT", "/home", { title: "Home" }],
  ["PUT", "/home?fields=title", { title: "Home again" }],
  ["PUT", "/posts/none", { title: "x" }],
  ["POST", "/posts", { data: 1 }],
  ["POST", "/posts", { title: "x", unknown: 1 }],
  ["POST", "/posts", { title: "x", like: ["none"] }],
  ["POST", "/posts?populate=unknown", { title: "x" }],
];

async function answers(galley: Galley): Promise<string[]> {
  const texts: string[] = [];
  let first = "ID";
  for (const [method, path, data] of WRITES) {
    const response = await galley.fetch(`/api${path.replace("ID", first)}`, {
      method,
      headers: { "content-type": "application/json", authorization: `Bearer ${TOKEN}` },
      body: JSON.stringify({ data }).replace("ID", first),
    });
    const text = await response.text();
    if (first === "ID") first = JSON.parse(text).data.documentId;
    texts.push(`${method} ${path} ${response.status} ${text}`);
  }
  return texts;
}

const HARMLESS: { readonly [name: string]: Hook } = {
  "hands on": (_, next) => next(),
  "looks at all": async (context, next) => {
    JSON.stringify(context.params);
    const entry = await next();
    JSON.stringify(entry);
    return entry;
  },
};

it.each(["strapi", "contract"])(
  "a write is answered to the byte as without a hook that changes nothing: %s",
  async (profile) => {
    const plain = await answers(await start(profile));
    expect(plain.map((text) => text.split(" ")[2])).toContain("201");
    for (const [name, hook] of Object.entries(HARMLESS)) {
      const galley = await start(profile);
      galley.use({ actions: ["create", "update"] }, hook);
      expect([name, await answers(galley)]).toEqual([name, plain]);
    }
  },
);

it("a hook sees all of what is written, and its changes before and after are answered", async () => {
  const galley = await start("strapi");
  const seen: unknown[] = [];
  galley.use({ types: ["post"], actions: ["create", "update"] }, async (context, next) => {
    const { data } = context.params;
    if (data.data === "deep") data.data = { made: true };
    if (data.data?.list !== undefined) data.data.list.push("of the hook");
    const entry = await next();
    seen.push(structuredClone(entry));
    if (entry?.title === "Told") entry.data.told = [true];
    return entry;
  });
  const headers = { authorization: `Bearer ${TOKEN}` };
  const post = async (data: object) => (await sendTo(galley, "POST", "/api/posts", { data }, headers)).body.data;
  expect(await post({ title: "a", secret: "s" })).not.toHaveProperty("secret");
  expect(await post({ title: "b", data: "deep" })).toMatchObject({ data: { made: true } });
  expect(await post({ title: "c", data: { list: [1] } })).toMatchObject({ data: { list: [1, "of the hook"] } });
  expect(await post({ title: "Told", data: {} })).toMatchObject({ data: { told: [true] } });
  expect(seen).toMatchObject([{ secret: "s", locale: null }, { title: "b" }, { title: "c" }, { title: "Told" }]);
  const stored = await galley.documents("api::post.post").findMany({ status: "published", sort: "title" } as never);
  expect(stored).toMatchObject([
    { title: "Told", data: {} },
    { title: "a", data: null },
    { title: "b", data: { made: true } },
    { title: "c", data: { list: [1, "of the hook"] } },
  ]);
});
