import { expect, test } from "vitest";
import { createGalley, type GalleyOptions } from "../../../../transport/galley.ts";
import { schemaOf } from "../../../support/content/schema-of.ts";

const author = { type: "relation", target: "api::author.author" } as const;

const schema = schemaOf(
  {
    author: { dp: false, attributes: { name: { type: "string", required: true } } },
    post: {
      dp: false,
      attributes: {
        title: { type: "string", required: true },
        minutes: { type: "integer" },
        author: { ...author, relation: "manyToOne" },
        credits: { type: "component", component: "part.credit", repeatable: true },
      },
    },
  },
  { "part.credit": { who: { ...author, relation: "oneToOne" } } },
);

function planted(seed: unknown) {
  return createGalley({ schema, seed } as GalleyOptions<typeof schema>);
}

test("a seed is refused with the faults of all of its entries, those of their form and of their values", async () => {
  const posts = [
    { title: 5, minutes: "x" },
    { title: "a", titel: "b" },
    { title: "a", author: "Ann" },
    { title: "a", credits: [{}, { who: ["Ann"] }] },
    { title: "a", author: { $ref: "eve" } },
    7,
  ];
  const refused = planted({ nope: [], author: { ada: {} }, post: posts });
  await expect(refused).rejects.toMatchObject({ name: "SeedError" });
  for (const line of [
    "nope: is not the uid or name of a content type",
    "post.5: must be an object of attributes",
    'post.4.author: no author of the seed is named "eve"',
    "author.ada.name: name must be defined.",
    "post.0.title: title must be a `string` type",
    "post.0.minutes: minutes must be a `number` type",
    "post.1.titel: is not an attribute of api::post.post: did you mean title?",
    'post.2.author: Document with id "Ann", locale "null" not found',
    'post.3.credits.1.who: Document with id "Ann", locale "null" not found',
  ])
    await expect(refused).rejects.toThrow(`\n  ${line}`);
});

test("the message shows twenty faults, and the number of the others", async () => {
  const refused = planted({ post: Array.from({ length: 45 }, () => ({ title: 5 })) });
  await expect(refused).rejects.toThrow(/post\.19\.title[^\n]*\n {2}and 25 more$/);
  await expect(planted({ post: Array.from({ length: 3000 }, () => ({ title: 5 })) })).rejects.toThrow("and 980 more");
});
