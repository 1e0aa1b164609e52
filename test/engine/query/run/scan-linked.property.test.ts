import { describe, it } from "vitest";
import type { RawParams } from "../../../../engine/internal.ts";
import { put } from "../../../support/engine/published.ts";
import { Twins } from "../../../support/engine/twins.ts";
import { fc } from "../../../support/fast-check.ts";
import { schema } from "../many-posts.ts";

/** The first ones are a list, the others a bitmap; both are more than the lists that are merged. */
const AUTHORS = 140;
const FIRST = 50;
const POSTS = 600;

const name = fc.constantFrom("a", "b", "x");

const question: fc.Arbitrary<RawParams> = fc
  .record({
    name,
    // The views of a post follow its author, so that all matches may be at the end of the order.
    sort: fc.constantFrom("title", "title:desc", "views", "views:desc"),
    start: fc.constantFrom(0, 1, 30, POSTS),
    limit: fc.constantFrom(1, 3, 100),
    withCount: fc.boolean(),
  })
  .map(({ name, sort, start, limit, withCount }) => ({
    filters: { author: { name: { $startsWith: name } } },
    sort,
    pagination: { start, limit, withCount },
  }));

type Step =
  | { readonly kind: "author"; readonly post: number; readonly author: number | null }
  | { readonly kind: "name"; readonly author: number; readonly name: string };

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    kind: fc.constant("author" as const),
    post: fc.nat(POSTS - 1),
    author: fc.option(fc.nat(AUTHORS - 1)),
  }),
  fc.record({ kind: fc.constant("name" as const), author: fc.nat(AUTHORS - 1), name }),
);

function filled(): Twins {
  const twins = new Twins(schema);
  const authors = Array.from({ length: AUTHORS }, (_, at) =>
    put("author", at, { name: at < FIRST ? `a${at}` : `b${at}` }),
  );
  const posts = Array.from({ length: POSTS }, (_, at) =>
    put("post", at, { title: `title ${(at * 17) % 100}`, views: authorOf(at), featured: false }),
  );
  twins.write([...authors, ...posts]);
  twins.write(posts.flatMap((_, post) => twins.move(post, authorOf(post))));
  return twins;
}

function authorOf(post: number): number {
  return Math.floor((post * AUTHORS) / POSTS);
}

describe("rows that are linked to one of many by a relation to one", () => {
  it("are those of a scan in the same order, as many as a scan counts, whatever has changed", () => {
    const twins = filled();
    fc.assert(
      fc.property(fc.array(step, { maxLength: 3 }), fc.array(question, { minLength: 1 }), (steps, questions) => {
        for (const each of steps) {
          if (each.kind === "name") twins.write([put("author", each.author, { name: each.name })]);
          else twins.write(twins.move(each.post, each.author));
        }
        for (const params of questions) twins.expectSame(params);
      }),
    );
  });
});
