import { describe, expect, it } from "vitest";
import { type Change, CONTRACT_RULES, defineSchema, type Engine, type RawParams } from "../../../engine/internal.ts";
import type { ReadBudgets } from "../../../engine/query/read-context.ts";
import { emptyEngine } from "../../model/content.ts";
import { schemaOf } from "../../support/content/schema-of.ts";
import { checked, find } from "../../support/engine/ask-engine.ts";
import { idOf, linkBy, put, write } from "../../support/engine/published.ts";
import { SuspendedRead } from "../../support/engine/suspended.ts";

const POST = "api::post.post";
const AUTHOR = "api::author.author";
const schema = defineSchema(
  schemaOf({
    post: {
      dp: false,
      attributes: {
        title: { type: "string" },
        details: { type: "json" },
        authors: { type: "relation", relation: "manyToMany", target: AUTHOR },
      },
    },
    author: { dp: false, attributes: { name: { type: "string" } } },
  }),
);

/** Several steps test so many. */
const POSTS = 6_000;
const MOST_STEPS = 100;

function post(at: number, number = at): Change {
  return put("post", at, { title: `title ${number}`, details: { at: number } });
}

function link(at: number, author: number): Change {
  const ends = linkBy(`${POST}.authors`, idOf("post", at), idOf("author", author));
  return { kind: "link", ...ends, order: [1, at + 1] };
}

/** Each post has a title and details with its number, and one of two authors. */
function filledEngine(): Engine {
  const engine = emptyEngine(schema, CONTRACT_RULES, { manyRows: 1_000 });
  const all = Array.from({ length: POSTS }, (_, at) => at);
  const authors = ["Ada", "Bob"].map((name, at) => put("author", at, { name }));
  const changes = [...authors, ...all.map((at) => post(at)), ...all.map((at) => link(at, at % 2))];
  engine.restore({ number: 1, at: 0, changes });
  return engine;
}

function atOnce(engine: Engine, params: RawParams, budgets: ReadBudgets = {}) {
  return find(engine, checked(schema, schema.type(POST), params), budgets);
}

function inSlices(engine: Engine, params: RawParams, budgets: ReadBudgets = {}) {
  return new SuspendedRead(engine, () => atOnce(engine, params, { maySuspend: true, ...budgets }));
}

const counted = { pagination: { limit: 3 } };
const uncounted = { pagination: { limit: 3, withCount: false } };
const odd = { details: { $notContains: "0}" } };
const rare = { details: { $eq: '{"at":5990}' } };
const ofBob = { $or: [rare, { authors: { name: { $notContains: "A" } } }] };

describe("rows that are tested in slices for conditions that no index serves", () => {
  const filled = filledEngine();

  it.each<[string, RawParams, readonly Change[]]>([
    ["many matches", { filters: odd, ...counted }, [post(1, 10), post(0, 11)]],
    ["many matches in another order", { filters: odd, sort: "title:desc", ...counted }, [post(5_999, 10)]],
    ["few matches that are not counted", { filters: rare, ...uncounted }, [post(5_000, 5_990)]],
    ["few matches at the end of another order", { filters: rare, sort: "id:desc", ...uncounted }, [post(7, 5_990)]],
    ["linked entries", { filters: ofBob, ...counted }, [link(0, 1)]],
    ["linked entries that change", { filters: ofBob, ...counted }, [put("author", 0, { name: "Eve" })]],
  ])("are those of the state in which the read ends, whatever changes: %s", (_, params, changes) => {
    let suspended = 0;
    for (let steps = 0; steps < MOST_STEPS; steps += 2) {
      const engine = filled.fork();
      // A fork shares the indexes of its origin until it is written to.
      write(engine, [post(0)]);
      const read = inSlices(engine, params);
      let done = null;
      for (let made = 0; made < steps && done === null; made++) done = read.advance();
      if (done !== null) {
        expect(done.result).toEqual(atOnce(engine, params));
        break;
      }
      suspended++;
      write(engine, changes);
      const expected = atOnce(engine.fork(), params);
      expect(read.finish()).toEqual(expected);
    }
    expect(suspended).toBeGreaterThan(5);
    expect(suspended).toBeLessThan(MOST_STEPS / 2);
  });

  it("are not those of a fork whose linked entries differ", () => {
    const params = { filters: ofBob, ...counted };
    const engines = [filled.fork(), filled.fork()];
    for (const [at, engine] of engines.entries()) write(engine, [put("author", 0, { name: at === 0 ? "Eve" : "Ava" })]);
    expect(engines.map((engine) => inSlices(engine, params).finish().total)).toEqual([POSTS, POSTS / 2 + 1]);
  });

  it("are refused as where they are tested at once, and only by who has no more work left", () => {
    const params = { filters: odd, ...counted };
    const little = -19 * POSTS;
    expect(() => atOnce(filled.fork(), params, { work: little })).toThrow("too much work");
    const read = inSlices(filled, params, { work: little });
    expect(() => read.finish()).toThrow("too much work");
    expect(inSlices(filled, params).finish()).toEqual(atOnce(filled.fork(), params));
  });
});
