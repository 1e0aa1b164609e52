import { describe, expect, it } from "vitest";
import {
  type Change,
  CONTRACT_RULES,
  type Engine,
  findMany,
  OBJECTS,
  type RawParams,
} from "../../../../engine/internal.ts";
import { emptyEngine } from "../../../model/content.ts";
import { checked, reading } from "../../../support/engine/ask-engine.ts";
import { idOf, put } from "../../../support/engine/published.ts";
import { fc } from "../../../support/fast-check.ts";
import { schema } from "../many-posts.ts";

const POST = "api::post.post";
const AUTHORS = 2;

/** So many that counting an author's posts one by one takes longer than a search on their list. */
const POSTS = 4_000;

const VIEWS = 50;

const range = fc.oneof(
  fc.record({ $gt: fc.integer({ min: -1, max: VIEWS }) }),
  fc.record({ $lte: fc.integer({ min: -1, max: VIEWS }) }),
  fc.record({ $between: fc.tuple(fc.nat(VIEWS), fc.nat(VIEWS)) }),
  fc.record({ $in: fc.array(fc.nat(VIEWS), { minLength: 1, maxLength: 4 }) }),
  fc.record({ $ne: fc.nat(VIEWS) }),
  fc.record({ $null: fc.boolean() }),
);

const question: fc.Arbitrary<RawParams> = fc
  .record({
    names: fc.subarray(["author 0", "author 1"], { minLength: 1 }),
    views: range,
    sort: fc.constantFrom("title", "title:desc", "views:desc"),
  })
  .map(({ names, views, sort }) => ({
    filters: { author: { name: { $in: names } }, views },
    sort,
    pagination: { limit: 2 },
  }));

/** The views of some posts that change. */
const changes = fc.array(fc.record({ at: fc.nat(POSTS - 1), views: fc.option(fc.nat(VIEWS)) }), { maxLength: 3 });

/** An engine with indexes, and one that scans. */
function twins(): readonly Engine[] {
  const content = [...Array(AUTHORS).keys()].map((at) => put("author", at, { name: `author ${at}` }));
  for (let at = 0; at < POSTS; at++) content.push(postOf(at, at % 7 === 0 ? null : (at * 31) % VIEWS), linkOf(at));
  return [0, Number.POSITIVE_INFINITY].map((fewRows) => {
    const engine = emptyEngine(schema, CONTRACT_RULES, { fewRows });
    engine.apply({ number: 1, at: 0, changes: content });
    return engine;
  });
}

function postOf(at: number, views: number | null): Change {
  return put("post", at, { title: `title ${(at * 17) % 100}`, views, featured: false });
}

function linkOf(at: number): Change {
  const [source, target] = [idOf("post", at), idOf("author", at % AUTHORS)];
  return { kind: "link", relation: `${POST}.author`, layer: "published", source, target, order: [1, at + 1] };
}

function ask(engine: Engine, params: RawParams): unknown {
  const query = checked(schema, schema.type(POST), params);
  return findMany(reading(engine.state, query), OBJECTS, query);
}

describe("matches counted on posting lists in the order of their range", () => {
  it("are as many as a scan counts, whatever has changed since the lists were sorted", () => {
    const engines = twins();
    let number = 1;
    fc.assert(
      fc.property(changes, fc.array(question, { minLength: 1, maxLength: 3 }), (changed, questions) => {
        number += 1;
        const puts = changed.map(({ at, views }) => postOf(at, views));
        for (const engine of engines) engine.apply({ number, at: number, changes: puts });
        for (const params of questions) {
          // Asked for the third time, so that the lists have been sorted.
          const [indexed, scanned] = engines.map((engine) => [1, 2, 3].map(() => ask(engine, params)).at(-1));
          expect(indexed).toEqual(scanned);
        }
      }),
      { numRuns: 20 },
    );
  });
});
