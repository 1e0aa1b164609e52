import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { DEMO_SCHEMA } from "../../transport/cli/demo/schema.ts";
import { DEMO_SEED } from "../../transport/cli/demo/seed.ts";
import { USAGES } from "../../transport/cli/usage/usages.ts";
import { checkConfig } from "../../transport/config/check-config.ts";
import { createGalley, type Galley } from "../../transport/galley.ts";
import { GRAPHQL_LIMITS } from "../../transport/parts/graphql/limits.ts";
import { blocksOf } from "../support/docs/readme.ts";
import { withJson } from "../support/requests/json.ts";

const PAGE = "docs/graphql.md";
const blocks = blocksOf(PAGE);

describe("the page about GraphQL", () => {
  let galley: Galley;
  let asOfStrapi4: Galley;
  beforeAll(async () => {
    const content = { schema: DEMO_SCHEMA, seed: DEMO_SEED, open: true };
    asOfStrapi4 = await createGalley({ ...content, graphql: { format: "v4" } });
    galley = await createGalley({
      schema: DEMO_SCHEMA,
      seed: DEMO_SEED,
      graphql: true,
      users: true,
      roles: { public: { "*": ["find", "findOne"] } },
      tokens: [{ name: "page", token: "token-of-the-page", access: "full-access" }],
    });
    const user = { username: "ann", email: "ann@example.org", password: "secret word" };
    await galley.fetch("/api/auth/local/register", withJson("POST", user));
  });
  afterAll(() => Promise.all([galley.close(), asOfStrapi4.close()]));

  const post = async (body: string) => {
    const headers = { "content-type": "application/json", authorization: "Bearer token-of-the-page" };
    return (await galley.fetch("/graphql", { method: "POST", headers, body })).json();
  };

  const operations = blocks.flatMap(({ language, text }, at) => {
    const next = blocks[at + 1];
    return language === "graphql" ? [{ text, answer: next?.language === "json" ? next.text : null }] : [];
  });

  test.each(operations)("shows an operation that is answered as shown: $text", async ({ text, answer }) => {
    const body = JSON.stringify({ query: text });
    const headers = { "content-type": "application/json" };
    const told = text.includes("publicationState")
      ? await (await asOfStrapi4.fetch("/graphql", { method: "POST", headers, body })).json()
      : await post(body);
    expect(told).not.toHaveProperty("errors");
    if (answer !== null) expect(told).toEqual(JSON.parse(answer));
  });

  test("shows a request that is answered", async () => {
    const [, body = ""] = /-d '([^']+)'/.exec(blocks.map(({ text }) => text).join("\n")) ?? [];
    expect(await post(body)).toMatchObject({ data: { tags: { length: 3 } } });
  });

  test("shows a configuration that Galley takes", () => {
    const config = JSON.parse(blocks.find(({ file }) => file === "galley.config.json")?.text ?? "");
    expect(checkConfig(config, PAGE)).toEqual(config);
  });

  test("lists every limit with its default", () => {
    const page = readFileSync(new URL(`../../${PAGE}`, import.meta.url), "utf8");
    const told = [...page.matchAll(/^\| `(\w+)` \| [^|]+ \| ([\d,]+) \|$/gm)].map(([, name, value]) => [
      name,
      Number(value?.replaceAll(",", "")),
    ]);
    expect(Object.fromEntries(told)).toEqual(GRAPHQL_LIMITS);
  });

  test("shows a flag that there is", () => {
    expect(USAGES.serve.flags).toHaveProperty("graphql");
    expect(blocks[0]?.text).toContain("galley --graphql");
  });
});
