import { type Change, CONTRACT_RULES, defineSchema, Engine } from "../../../engine/internal.ts";
import { schemaOf } from "../../support/content/schema-of.ts";
import { idOf, put } from "../../support/engine/published.ts";

export const schema = defineSchema(
  schemaOf(
    {
      post: {
        attributes: {
          title: { type: "string" },
          views: { type: "integer" },
          featured: { type: "boolean" },
          facts: { type: "json" },
          seo: { type: "component", component: "shared.seo" },
          author: { type: "relation", relation: "manyToOne", target: "api::author.author", inversedBy: "posts" },
        },
      },
      author: {
        dp: false,
        attributes: {
          name: { type: "string" },
          posts: { type: "relation", relation: "oneToMany", target: "api::post.post", mappedBy: "author" },
        },
      },
    },
    { "shared.seo": { heading: { type: "string" } } },
  ),
);

/** Post `at` has `at` views, is featured when that is even, and is by author `at` modulo 100. */
export const POSTS = 3_000;
const AUTHORS = 100;

export const engine = new Engine(schema, CONTRACT_RULES);
engine.restore({ number: 1, at: 0, changes: [...authors(), ...posts()] });

function authors(): Change[] {
  return Array.from({ length: AUTHORS }, (_, at) => put("author", at, { name: `author ${at}` }));
}

function posts(): Change[] {
  return Array.from({ length: POSTS }, (_, at): Change[] => [
    put("post", at, {
      title: `title ${at}`,
      views: at,
      featured: at % 2 === 0,
      facts: { number: at },
      seo: { id: at + 1, heading: `heading ${at % 3}` },
    }),
    {
      kind: "link",
      relation: "api::post.post.author",
      layer: "published",
      source: idOf("post", at),
      target: idOf("author", at % AUTHORS),
      order: [1, at + 1],
    },
  ]).flat();
}
