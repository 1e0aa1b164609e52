import { describe, it } from "vitest";
import type { Change, RawParams } from "../../../../engine/internal.ts";
import { put } from "../../../support/engine/published.ts";
import { Twins } from "../../../support/engine/twins.ts";
import { fc } from "../../../support/fast-check.ts";
import { schema } from "../many-posts.ts";

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

function filled(): Twins {
  const twins = new Twins(schema);
  const posts = Array.from({ length: POSTS }, (_, at) => postOf(at, at % 7 === 0 ? null : (at * 31) % VIEWS));
  const links = posts.flatMap((_, at) => twins.move(at, at % AUTHORS));
  twins.write([
    ...[...Array(AUTHORS).keys()].map((at) => put("author", at, { name: `author ${at}` })),
    ...posts,
    ...links,
  ]);
  return twins;
}

function postOf(at: number, views: number | null): Change {
  return put("post", at, { title: `title ${(at * 17) % 100}`, views, featured: false });
}

describe("matches counted on posting lists in the order of their range", () => {
  it("are as many as a scan counts, whatever has changed since the lists were sorted", () => {
    const twins = filled();
    fc.assert(
      fc.property(changes, fc.array(question, { minLength: 1, maxLength: 3 }), (changed, questions) => {
        twins.write(changed.map(({ at, views }) => postOf(at, views)));
        for (const params of questions) twins.expectSame(params, 3);
      }),
      { numRuns: 20 },
    );
  });
});
