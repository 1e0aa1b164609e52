import { describe, it } from "vitest";
import type { Change, RawParams } from "../../../../engine/internal.ts";
import { idOf, put } from "../../../support/engine/published.ts";
import { Twins } from "../../../support/engine/twins.ts";
import { fc } from "../../../support/fast-check.ts";
import { schema } from "../many-posts.ts";

const AUTHORS = 3;
const POSTS = 12;
const POST = "api::post.post";

type Step =
  | { readonly kind: "post"; readonly at: number; readonly views: number; readonly featured: boolean }
  | { readonly kind: "remove"; readonly at: number }
  | { readonly kind: "author"; readonly at: number; readonly author: number }
  | { readonly kind: "name"; readonly author: number; readonly name: string };

const at = fc.nat(POSTS - 1);
const author = fc.nat(AUTHORS - 1);
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constant("post" as const), at, views: fc.nat(4), featured: fc.boolean() }),
  fc.record({ kind: fc.constant("remove" as const), at }),
  fc.record({ kind: fc.constant("author" as const), at, author }),
  fc.record({ kind: fc.constant("name" as const), author, name: fc.constantFrom("a", "b") }),
);

const question: fc.Arbitrary<RawParams> = fc
  .record({
    names: fc.subarray(["a", "b", "x"], { minLength: 1 }),
    or: fc.option(fc.constantFrom("a", "b", "x")),
    rest: fc.constantFrom({}, { views: { $gt: 1 } }, { featured: true }),
    sort: fc.constantFrom("views", "views:desc", "title:desc", "id"),
    start: fc.nat(3),
    limit: fc.integer({ min: 1, max: 5 }),
    withCount: fc.boolean(),
  })
  .map(({ names, or, rest, sort, start, limit, withCount }) => {
    const linked = {
      author: names.length === 1 ? { name: { $eq: names[0] } } : { $or: names.map((name) => ({ name })) },
    };
    // Lists of both conditions have rows in common.
    const filters = or === null ? { ...linked, ...rest } : { $or: [linked, { author: { name: or } }], ...rest };
    return { filters, sort, pagination: { start, limit, withCount } };
  });

/** Posts and authors of both engines, and what each step makes of them. */
class Content {
  readonly #twins = new Twins(schema, { fewCandidates: -1 });
  readonly #posts = new Set(Array.from({ length: POSTS }, (_, post) => post));

  constructor() {
    this.#twins.write(Array.from({ length: AUTHORS }, (_, each) => put("author", each, { name: "a" })));
    this.#twins.write(
      [...this.#posts].map((post) => put("post", post, { title: `t${post % 4}`, views: 2, featured: false })),
    );
  }

  take(each: Step): void {
    this.#twins.write(this.#changesOf(each));
  }

  ask(params: RawParams): void {
    this.#twins.expectSame(params, 3);
  }

  #changesOf(each: Step): readonly Change[] {
    if (each.kind === "name") return [put("author", each.author, { name: each.name })];
    if (!this.#posts.has(each.at)) return [];
    if (each.kind === "post") {
      return [put("post", each.at, { title: `t${each.at % 4}`, views: each.views, featured: each.featured })];
    }
    if (each.kind === "author") return this.#twins.move(each.at, each.author);
    this.#posts.delete(each.at);
    const documentId = idOf("post", each.at);
    return [...this.#twins.move(each.at, null), { kind: "remove", type: POST, status: "published", documentId }];
  }
}

describe("posting lists that are kept in order", () => {
  it("give the pages that a scan gives, whatever has changed since they were sorted", () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof({ weight: 3, arbitrary: step }, { weight: 2, arbitrary: question }), {
          minLength: 20,
          size: "+1",
        }),
        (course) => {
          const content = new Content();
          for (const each of course) {
            if ("kind" in each) content.take(each as Step);
            else content.ask(each);
          }
        },
      ),
      { numRuns: 30 },
    );
  });
});
