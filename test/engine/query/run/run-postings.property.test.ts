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

const AUTHORS = 3;
const POSTS = 12;
const POST = "api::post.post";
const POST_AUTHOR = `${POST}.author`;

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

/** Both engines with the same content, after the same commits. */
class Twins {
  readonly #engines: readonly Engine[] = [
    emptyEngine(schema, CONTRACT_RULES, { fewRows: 0, fewCandidates: -1 }),
    emptyEngine(schema, CONTRACT_RULES, { fewRows: Number.POSITIVE_INFINITY }),
  ];
  readonly #names = Array.from({ length: AUTHORS }, () => "a");
  readonly #authors = new Map<number, number>();
  readonly #posts = new Set(Array.from({ length: POSTS }, (_, post) => post));
  #number = 0;

  constructor() {
    this.#apply(this.#names.map((name, each) => put("author", each, { name })));
    this.#apply(
      [...this.#posts].map((post) => put("post", post, { title: `t${post % 4}`, views: 2, featured: false })),
    );
  }

  take(each: Step): void {
    this.#apply(this.#changesOf(each));
  }

  /** Each engine's answer, asked for the third time: a list that comes round is sorted. */
  ask(params: RawParams): readonly [indexed: unknown, scanned: unknown] {
    const answers = this.#engines.map((engine) => {
      const type = schema.type(POST);
      const query = checked(schema, type, params);
      const ask = () => findMany(reading(engine.state, query), OBJECTS, query);
      ask();
      ask();
      return ask();
    });
    return [answers[0], answers[1]];
  }

  #changesOf(each: Step): readonly Change[] {
    if (each.kind === "name") return [put("author", each.author, { name: each.name })];
    if (!this.#posts.has(each.at)) return [];
    if (each.kind === "post") {
      return [put("post", each.at, { title: `t${each.at % 4}`, views: each.views, featured: each.featured })];
    }
    const unlinked = this.#unlink(each.at);
    if (each.kind === "remove") {
      this.#posts.delete(each.at);
      return [...unlinked, { kind: "remove", type: POST, status: "published", documentId: idOf("post", each.at) }];
    }
    this.#authors.set(each.at, each.author);
    const order = [1, each.at + 1] as const;
    return [...unlinked, { kind: "link", ...ends(each.at, each.author), order }];
  }

  #unlink(post: number): readonly Change[] {
    const before = this.#authors.get(post);
    this.#authors.delete(post);
    return before === undefined ? [] : [{ kind: "unlink", ...ends(post, before) }];
  }

  #apply(changes: readonly Change[]): void {
    this.#number += 1;
    for (const engine of this.#engines) engine.apply({ number: this.#number, at: this.#number, changes });
  }
}

function ends(post: number, to: number) {
  return {
    relation: POST_AUTHOR,
    layer: "published",
    source: idOf("post", post),
    target: idOf("author", to),
  } as const;
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
          const twins = new Twins();
          for (const each of course) {
            if ("kind" in each) twins.take(each as Step);
            else {
              const [indexed, scanned] = twins.ask(each);
              expect(indexed).toEqual(scanned);
            }
          }
        },
      ),
      { numRuns: 30 },
    );
  });
});
