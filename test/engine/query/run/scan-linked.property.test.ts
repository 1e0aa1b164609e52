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

/** An engine with indexes and one that scans, with the same content after the same commits. */
class Twins {
  readonly #engines: readonly Engine[] = [0, Number.POSITIVE_INFINITY].map((fewRows) =>
    emptyEngine(schema, CONTRACT_RULES, { fewRows }),
  );
  readonly #authors = new Map<number, number>();
  #number = 0;

  constructor() {
    const authors = Array.from({ length: AUTHORS }, (_, at) =>
      put("author", at, { name: at < FIRST ? `a${at}` : `b${at}` }),
    );
    const posts = Array.from({ length: POSTS }, (_, at) =>
      put("post", at, { title: `title ${(at * 17) % 100}`, views: authorOf(at), featured: false }),
    );
    this.#apply([...authors, ...posts]);
    this.#apply(posts.flatMap((_, post) => this.#move(post, authorOf(post))));
  }

  take(each: Step): void {
    if (each.kind === "name") this.#apply([put("author", each.author, { name: each.name })]);
    else this.#apply(this.#move(each.post, each.author));
  }

  ask(params: RawParams): readonly unknown[] {
    return this.#engines.map((engine) => {
      const query = checked(schema, schema.type(POST), params);
      return findMany(reading(engine.state, query), OBJECTS, query);
    });
  }

  #move(post: number, author: number | null): readonly Change[] {
    const before = this.#authors.get(post);
    const changes: Change[] = before === undefined ? [] : [{ kind: "unlink", ...ends(post, before) }];
    this.#authors.delete(post);
    if (author === null) return changes;
    this.#authors.set(post, author);
    return [...changes, { kind: "link", ...ends(post, author), order: [1, post + 1] }];
  }

  #apply(changes: readonly Change[]): void {
    this.#number += 1;
    for (const engine of this.#engines) engine.apply({ number: this.#number, at: this.#number, changes });
  }
}

function authorOf(post: number): number {
  return Math.floor((post * AUTHORS) / POSTS);
}

function ends(post: number, author: number) {
  const [source, target] = [idOf("post", post), idOf("author", author)];
  return { relation: `${POST}.author`, layer: "published", source, target } as const;
}

describe("rows that are linked to one of many by a relation to one", () => {
  it("are those of a scan in the same order, as many as a scan counts, whatever has changed", () => {
    const twins = new Twins();
    fc.assert(
      fc.property(fc.array(step, { maxLength: 3 }), fc.array(question, { minLength: 1 }), (steps, questions) => {
        for (const each of steps) twins.take(each);
        for (const params of questions) {
          const [indexed, scanned] = twins.ask(params);
          expect(indexed).toEqual(scanned);
        }
      }),
    );
  });
});
