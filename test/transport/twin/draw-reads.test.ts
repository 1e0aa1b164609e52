import { expect, it, onTestFinished } from "vitest";
import { createGalley } from "../../../transport/galley.ts";
import { Upstream } from "../../../transport/twin/source/upstream.ts";
import { drawReads } from "../../../transport/twin/verify/draw-reads.ts";
import { pullIntoMemory } from "../../../transport/twin/verify/fresh-twin.ts";
import { Values } from "../../../transport/twin/verify/values.ts";
import { schemaOf } from "../../support/content/schema-of.ts";
import { openSource } from "../../support/twin/source.ts";

it("drawn reads show a few hundred entries at most, also where links in circles lead to all of them", async () => {
  const { galley, url } = await openSource();
  const author = await galley.documents("api::author.author").create({ data: { name: "All" } });
  const posts = galley.documents("api::post.post");
  for (let n = 0; n < 60; n++) await posts.create({ data: { title: `Post ${n}`, author: author.documentId } });
  const upstream = new Upstream(url, { token: "full-token" });
  const { schema } = (await pullIntoMemory({ upstream })).types;
  const types = [schema.type("api::post.post"), schema.type("api::author.author")];
  const values = await Values.of(upstream, schema, types);
  const shown: number[] = [];
  for (const { path } of drawReads({ schema, values, seed: 3, scrubbed: new Set() })) {
    const { text } = await upstream.at(`/api${path}`);
    if (shown.push(text.split('"documentId"').length - 1) === 400) break;
  }
  expect(Math.max(...shown)).toBeGreaterThan(60);
  expect(Math.max(...shown)).toBeLessThan(500);
});

it("drawn reads populate what is nested five components deep", async () => {
  const text = { type: "string" } as const;
  const nested = (uid: string) => ({ type: "component", component: uid, repeatable: true }) as const;
  const zone = { type: "dynamiczone", components: ["deep.one"] } as const;
  const galley = await createGalley({
    profile: "strapi",
    tokens: [{ name: "full", token: "full-token", access: "full-access" }],
    schema: schemaOf(
      { page: { dp: false, attributes: { title: text, zone } } },
      {
        "deep.one": { two: nested("deep.two") },
        "deep.two": { three: nested("deep.three") },
        "deep.three": { four: nested("deep.four") },
        "deep.four": { five: nested("deep.five"), label: text },
        "deep.five": { note: text },
      },
    ),
  });
  onTestFinished(() => galley.close());
  const { url } = await galley.listen({ port: 0 });
  const upstream = new Upstream(new URL(url).origin, { token: "full-token" });
  const { schema } = (await pullIntoMemory({ upstream })).types;
  const values = await Values.of(upstream, schema, [schema.type("api::page.page")]);
  const paths: string[] = [];
  for (const { path } of drawReads({ schema, values, seed: 1, scrubbed: new Set() }))
    if (paths.push(path) === 500) break;
  expect(paths.filter((path) => path.includes("[four][populate]")).length).toBeGreaterThan(80);
});
