import { describe, expect, it } from "vitest";
import { type Change, CONTRACT_RULES, defineSchema, Engine, type RawParams } from "../../../engine/internal.ts";
import { emptyEngine } from "../../model/content.ts";
import { schemaOf } from "../../support/content/schema-of.ts";
import { checked, find } from "../../support/engine/ask-engine.ts";
import { idOf, linkBy, put } from "../../support/engine/published.ts";
import { SuspendedRead } from "../../support/engine/suspended.ts";

const schema = defineSchema(
  schemaOf({
    post: {
      dp: false,
      attributes: {
        title: { type: "string" },
        views: { type: "integer" },
        day: { type: "integer" },
        turn: { type: "integer" },
        author: { type: "relation", relation: "manyToOne", target: "api::author.author" },
      },
    },
    author: { dp: false, attributes: { name: { type: "string" } } },
  }),
);

/** Several steps read so many rows. */
const POSTS = 40_000;
const AUTHORS = 2_000;
const PER_DAY = 200;

function byAuthor(post: number): Change {
  const ends = linkBy("api::post.post.author", idOf("post", post), idOf("author", post % AUTHORS));
  return { kind: "link", ...ends, order: [1, post + 1] };
}

const posts = Array.from({ length: POSTS }, (_, at) =>
  put("post", at, {
    title: `title ${at % 7}`,
    views: (at * 7_919) % POSTS,
    day: Math.floor(at / PER_DAY),
    turn: at % 512,
  }),
);
const authors = Array.from({ length: AUTHORS }, (_, at) => put("author", at, { name: `author ${at}` }));
const changes = [...authors, ...posts, ...posts.map((_, at) => byAuthor(at))];
const built = new Engine(schema, CONTRACT_RULES);
built.restore({ number: 1, at: 0, changes });

function slicedEngine(): Engine {
  const engine = emptyEngine(schema, CONTRACT_RULES, { manyRows: 1_000 });
  engine.restore({ number: 1, at: 0, changes });
  return engine;
}

/** The steps and runs after which a first question is answered. */
function ask(params: RawParams): number {
  const engine = slicedEngine();
  const query = checked(schema, schema.type("api::post.post"), params);
  const reading = new SuspendedRead(engine, () => find(engine, query, { maySuspend: true }));
  let steps = 0;
  let done = reading.advance();
  for (; done === null; done = reading.advance()) steps++;
  expect(done.result).toEqual(find(built, query));
  return steps;
}

describe("a first question", () => {
  const all = ask({ sort: "title" });

  it("reads the rows once for its conditions and those that match once for its order", () => {
    const one = ask({ filters: { views: { $lt: 20_000 } }, sort: "views" });
    const two = ask({ filters: { views: { $lt: 20_000 } }, sort: "title" });
    expect(two - one).toBeLessThan(5);
  });

  it("sorts no other rows where few rows are linked to the entries that it names", () => {
    const linked = ask({ filters: { author: { name: "author 7" } }, sort: "title" });
    expect(linked).toBeLessThan(all);
  });

  it("tests the rows that a condition leaves instead of searching all for a text", () => {
    const everywhere = ask({ filters: { title: { $contains: "title 3" } } });
    const ofOneDay = ask({ filters: { title: { $contains: "title 3" }, day: 7 } });
    const ofTwoDays = ask({ filters: { title: { $contains: "title 3" }, day: { $in: [7, 8] } } });
    const day = ask({ filters: { day: 7 } });
    expect(everywhere).toBeGreaterThan(20);
    for (const steps of [ofOneDay, ofTwoDays]) expect(steps - day).toBeLessThan(15);
  });

  it("finds a late page of values that recur with the rows, or are all the same", () => {
    const page = (sort: readonly string[], number: number) => ask({ sort, pagination: { page: number, pageSize: 10 } });
    for (const sort of [["turn", "views:desc"], ["turn:desc"], ["author.name"]]) {
      for (const number of [101, 4_000]) expect(page(sort, number) - all).toBeLessThan(200);
    }
  });

  it("sorts only the rows of a late page", () => {
    const page = (number: number) =>
      ask({ filters: { views: { $lt: 20_000 } }, sort: "title", pagination: { page: number } });
    expect(page(799) - page(1)).toBeLessThan(100);
  });
});
