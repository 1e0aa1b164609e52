import { describe, expect, it } from "vitest";
import { type Change, CONTRACT_RULES, defineSchema, type Engine, type RawParams } from "../../../engine/internal.ts";
import { emptyEngine } from "../../model/content.ts";
import { schemaOf } from "../../support/content/schema-of.ts";
import { checked, find } from "../../support/engine/ask-engine.ts";
import { put as stored, write } from "../../support/engine/published.ts";
import { SuspendedRead } from "../../support/engine/suspended.ts";

const POST = "api::post.post";
const schema = defineSchema(
  schemaOf({ post: { dp: false, attributes: { views: { type: "integer" }, title: { type: "string" } } } }),
);

/** Several steps look for the first ones of so many. */
const POSTS = 40_000;
const MOST_STEPS = 60;

function put(at: number, views: number): Change {
  return stored("post", at, { views, title: `title ${views}` });
}

function filledEngine(): Engine {
  const engine = emptyEngine(schema, CONTRACT_RULES, { manyRows: 1_000 });
  const changes = Array.from({ length: POSTS }, (_, at) => put(at, (at * 7_919) % POSTS));
  engine.restore({ number: 1, at: 0, changes });
  return engine;
}

const type = schema.type(POST);

function firstViews(engine: Engine, filters: RawParams = {}): readonly unknown[] {
  const params = { filters, sort: "views:desc", pagination: { limit: 3 }, fields: ["views"] };
  const { entries } = find(engine, checked(schema, type, params), { maySuspend: true });
  return entries.map((entry) => (entry as { readonly views: number }).views);
}

describe("the first rows in the order of a column, found in slices", () => {
  const filled = filledEngine();

  it.each([
    ["one that becomes the first", put(5, POSTS), [POSTS, POSTS - 1, POSTS - 2]],
    ["the first one", put(firstAt(), -1), [POSTS - 2, POSTS - 3, POSTS - 4]],
  ])("are those of the state in which the read ends, whenever a row is changed: %s", (_, change, expected) => {
    let suspended = 0;
    for (let steps = 0; steps < MOST_STEPS; steps++) {
      const engine = filled.fork();
      // A fork shares the indexes of its origin until it is written to.
      write(engine, [put(0, 0)]);
      const read = new SuspendedRead(engine, () => firstViews(engine));
      let done = null;
      for (let made = 0; made < steps && done === null; made++) done = read.advance();
      if (done !== null) {
        expect(done.result).toEqual([POSTS - 1, POSTS - 2, POSTS - 3]);
        break;
      }
      suspended++;
      write(engine, [change]);
      expect(read.finish()).toEqual(expected);
    }
    expect(suspended).toBeGreaterThan(5);
    expect(suspended).toBeLessThan(MOST_STEPS);
  });

  it("are those of each set, of several that have as many rows", () => {
    const engine = filled.fork();
    write(engine, [put(0, 0)]);
    const half = POSTS / 2;
    const lower = () => firstViews(engine, { views: { $lt: half } });
    const upper = () => firstViews(engine, { views: { $gte: half } });
    const reads = [lower, upper, lower].map((read) => new SuspendedRead(engine, read));
    const found = reads.map(() => null as readonly unknown[] | null);
    while (found.includes(null)) {
      for (const [at, read] of reads.entries()) found[at] ??= read.advance()?.result ?? null;
    }
    const firstBelow = (end: number) => [end - 1, end - 2, end - 3];
    expect(found).toEqual([half, POSTS, half].map(firstBelow));
  });
});

/** The number of the post with the most views. */
function firstAt(): number {
  for (let at = 0; at < POSTS; at++) if ((at * 7_919) % POSTS === POSTS - 1) return at;
  throw new Error("No post has the most views");
}
