import { describe, expect, it } from "vitest";
import { type Change, CONTRACT_RULES, count, defineSchema, type Engine } from "../../../engine/internal.ts";
import { emptyEngine } from "../../model/content.ts";
import { schemaOf } from "../../support/content/schema-of.ts";
import { checked, reading } from "../../support/engine/ask-engine.ts";
import { idOf, linkBy, put, write } from "../../support/engine/published.ts";

const POST = "api::post.post";
const TAG = "api::tag.tag";

const schema = defineSchema(
  schemaOf({
    post: {
      dp: false,
      attributes: { tag: { type: "relation", relation: "manyToOne", target: TAG, inversedBy: "posts" } },
    },
    tag: {
      dp: false,
      attributes: {
        name: { type: "string" },
        posts: { type: "relation", relation: "oneToMany", target: POST, mappedBy: "tag" },
      },
    },
  }),
);

/** More than one step of a build reads. */
const POSTS = 20_000;

function filledEngine(): Engine {
  const engine = emptyEngine(schema, CONTRACT_RULES, { manyRows: 1_000 });
  const posts = Array.from({ length: POSTS }, (_, at) => put("post", at, {}));
  const tags = ["a", "b"].map((name, at) => put("tag", at, { name }));
  const links = Array.from({ length: POSTS }, (_, at) => link("link", at));
  engine.restore({ number: 1, at: 0, changes: [...tags, ...posts, ...links] });
  return engine;
}

function link(kind: "link" | "unlink", at: number): Change {
  const ends = linkBy(`${POST}.tag`, idOf("post", at), idOf("tag", 0));
  return kind === "unlink" ? { kind, ...ends } : { kind, ...ends, order: [1, at + 1] };
}

/** How many posts have the tag. */
function tagged({ state }: Engine): number {
  const query = checked(schema, schema.type(POST), { filters: { tag: { name: "a" } } });
  return count(reading(state, query), query);
}

describe("an index of links that is being built for an engine and its fork", () => {
  it("does not mix the links of both where one of them changes meanwhile", () => {
    const engine = filledEngine();
    const fork = engine.fork();
    expect(tagged(engine)).toBe(POSTS);
    expect(engine.buildStep()).toBe(true);
    const last = Array.from({ length: 100 }, (_, at) => link("unlink", POSTS - 1 - at));
    write(engine, last);
    while (fork.buildStep());
    while (engine.buildStep());
    for (const each of [1, 2, 3]) {
      expect([tagged(fork), tagged(engine)], `question ${each}`).toEqual([POSTS, POSTS - 100]);
      while (fork.buildStep());
      while (engine.buildStep());
    }
  });
});
