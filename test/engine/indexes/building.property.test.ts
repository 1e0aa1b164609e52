import { describe, expect, it } from "vitest";
import type { IndexLimits } from "../../../engine/indexes/index-limits.ts";
import { type Change, CONTRACT_RULES, defineSchema, type Engine, type RawParams } from "../../../engine/internal.ts";
import { emptyEngine } from "../../model/content.ts";
import { schemaOf } from "../../support/content/schema-of.ts";
import { checked, find } from "../../support/engine/ask-engine.ts";
import { idOf, linkBy, put, write } from "../../support/engine/published.ts";
import { SuspendedRead } from "../../support/engine/suspended.ts";
import { fc } from "../../support/fast-check.ts";

const schema = defineSchema(
  schemaOf(
    {
      post: {
        dp: false,
        attributes: {
          title: { type: "string" },
          views: { type: "integer" },
          parts: { type: "component", component: "shared.part", repeatable: true },
          tags: { type: "relation", relation: "manyToMany", target: "api::tag.tag", inversedBy: "posts" },
        },
      },
      tag: {
        dp: false,
        attributes: {
          name: { type: "string" },
          posts: { type: "relation", relation: "manyToMany", target: "api::post.post", mappedBy: "tags" },
        },
      },
    },
    { "shared.part": { name: { type: "string" } } },
  ),
);

const POST = "api::post.post";
const POSTS = 40;
const TAGS = 3;
const WORDS = ["red fox", "blue fox", "red hen", "x"];

type Step =
  | { readonly kind: "put"; readonly at: number; readonly word: number; readonly views: number }
  | { readonly kind: "remove"; readonly at: number }
  | { readonly kind: "tag"; readonly at: number; readonly tag: number }
  | { readonly kind: "rename"; readonly tag: number; readonly name: string }
  | { readonly kind: "build"; readonly steps: number }
  | { readonly kind: "fork" }
  | { readonly kind: "ask"; readonly question: number }
  | { readonly kind: "ask, suspended"; readonly question: number }
  | { readonly kind: "resume"; readonly steps: number };

const at = fc.nat(POSTS - 1);
const word = fc.nat(WORDS.length - 1);
const text = fc.constantFrom(...WORDS, "fox", "red");
const filters = fc.oneof(
  fc.record({ views: fc.record({ $gt: fc.nat(4) }) }),
  fc.record({ views: fc.record({ $notIn: fc.array(fc.nat(5), { minLength: 1, maxLength: 3 }) }) }),
  fc.record({ title: fc.oneof(fc.record({ $eq: text }), fc.record({ $contains: text }), fc.record({ $ne: text })) }),
  fc.record({ parts: fc.record({ name: fc.oneof(fc.record({ $eq: text }), fc.record({ $lt: text })) }) }),
  fc.record({ tags: fc.record({ name: fc.constantFrom("a", "b") }) }),
  // No index serves these.
  fc.record({ $not: fc.record({ parts: fc.record({ name: fc.record({ $contains: text }) }) }) }),
  fc.record({ tags: fc.record({ name: fc.record({ $ne: fc.constantFrom("a", "b") }) }) }),
  fc.record({ $not: fc.record({ tags: fc.record({ name: fc.record({ $endsWith: fc.constantFrom("a", "b") }) }) }) }),
);
const question: fc.Arbitrary<RawParams> = fc
  .record({
    some: fc.array(filters, { maxLength: 2 }),
    sort: fc.constantFrom("views", "views:desc", "title:desc", ["views:desc", "title"], "parts.name"),
    start: fc.constantFrom(0, 0, 3, 20),
    withCount: fc.boolean(),
  })
  .map(({ some, sort, ...page }) => ({ filters: { $and: some }, sort, pagination: { ...page, limit: 7 } }));
/** So few that most are asked again, about rows that have changed since. */
const questions = fc.array(question, { minLength: 1, maxLength: 4 });
const asked = fc.nat(3);
/** Few steps end a build: results for suspended reads last until then. */
const step: fc.Arbitrary<{ readonly which: number; readonly step: Step }> = fc.record({
  which: fc.nat(3),
  step: fc.oneof(
    { weight: 4, arbitrary: fc.record({ kind: fc.constant("put" as const), at, word, views: fc.nat(5) }) },
    fc.record({ kind: fc.constant("remove" as const), at }),
    fc.record({ kind: fc.constant("tag" as const), at, tag: fc.nat(TAGS - 1) }),
    fc.record({ kind: fc.constant("rename" as const), tag: fc.nat(TAGS - 1), name: fc.constantFrom("a", "b", "c") }),
    { weight: 1, arbitrary: fc.record({ kind: fc.constant("build" as const), steps: fc.nat(12) }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant("ask" as const), question: asked }) },
    { weight: 4, arbitrary: fc.record({ kind: fc.constant("ask, suspended" as const), question: asked }) },
    { weight: 4, arbitrary: fc.record({ kind: fc.constant("resume" as const), steps: fc.nat(12) }) },
    fc.record({ kind: fc.constant("fork" as const) }),
  ),
});

/** Indexes over however few rows, in slices; and sets of rows for however few candidates. */
const SLICED: Partial<IndexLimits> = { fewRows: 0, manyRows: 0 };
const limits = fc.constantFrom<Partial<IndexLimits>>(SLICED, {
  ...SLICED,
  fewCandidates: -1,
  manyLinks: 0,
  simdWords: 0,
});

/** An engine that builds indexes in slices, and one without any; both have the same content. */
class Twins {
  readonly #sliced: Engine;
  readonly #scanning: Engine;
  readonly #posts: Set<number>;
  readonly #tagged: Set<string>;
  /** Reads that were begun, in turn. */
  readonly #suspended: SuspendedRead<() => void>[] = [];
  #nextId: number;

  private constructor(sliced: Engine, scanning: Engine, posts: Set<number>, tagged: Set<string>, nextId: number) {
    this.#sliced = sliced;
    this.#scanning = scanning;
    this.#posts = posts;
    this.#tagged = tagged;
    this.#nextId = nextId;
  }

  static filled(limits: Partial<IndexLimits>): Twins {
    const sliced = emptyEngine(schema, CONTRACT_RULES, limits);
    const scanning = emptyEngine(schema, CONTRACT_RULES, { fewRows: Number.POSITIVE_INFINITY });
    const twins = new Twins(sliced, scanning, new Set(), new Set(), POSTS + 1);
    twins.#apply(["a", "b", "c"].map((name, tag) => put("tag", tag, { name })));
    twins.#apply(Array.from({ length: POSTS }, (_, post) => twins.#post(post, post % WORDS.length, post % 3)));
    return twins;
  }

  fork(): Twins {
    const [sliced, scanning] = [this.#sliced.fork(), this.#scanning.fork()];
    return new Twins(sliced, scanning, new Set(this.#posts), new Set(this.#tagged), this.#nextId);
  }

  take(each: Step, questions: readonly RawParams[]): void {
    const question = (number: number): RawParams => questions[number % questions.length] ?? {};
    if (each.kind === "build") this.build(each.steps);
    else if (each.kind === "ask") this.expectSame(question(each.question));
    else if (each.kind === "ask, suspended") this.#suspended.push(this.#suspendedRead(question(each.question)));
    else if (each.kind === "resume") for (let made = 0; made < each.steps; made++) this.#resume();
    else if (each.kind === "rename") this.#apply([put("tag", each.tag, { name: each.name })]);
    else if (each.kind === "put") this.#apply([this.#post(each.at, each.word, each.views)]);
    else if (each.kind === "remove" && this.#posts.has(each.at)) {
      const links = [...this.#tagged].filter((pair) => pair.startsWith(`${each.at} `));
      this.#apply([
        ...links.map((pair) => this.#link(pair)),
        { kind: "remove", type: POST, status: "published", documentId: idOf("post", each.at) },
      ]);
      this.#posts.delete(each.at);
    } else if (each.kind === "tag" && this.#posts.has(each.at)) this.#apply([this.#link(`${each.at} ${each.tag}`)]);
  }

  build(steps: number): void {
    for (let made = 0; made < steps; made++) this.#sliced.buildStep();
  }

  expectSame(params: RawParams): void {
    const query = checked(schema, schema.type(POST), params);
    expect(find(this.#sliced, query)).toEqual(find(this.#scanning, query));
  }

  /** Ends all reads that were begun. */
  finish(): void {
    for (const each of this.#suspended.splice(0)) each.finish()();
  }

  /** A read that ends with a comparison to a scan of the state in which it ended. */
  #suspendedRead(params: RawParams): SuspendedRead<() => void> {
    const query = checked(schema, schema.type(POST), params);
    return new SuspendedRead(this.#sliced, () => {
      const found = find(this.#sliced, query, { maySuspend: true });
      const scanned = find(this.#scanning, query);
      return () => expect(found).toEqual(scanned);
    });
  }

  #resume(): void {
    const next = this.#suspended.shift();
    if (next === undefined) return;
    const done = next.advance();
    if (done === null) this.#suspended.push(next);
    else done.result();
  }

  /** A version with an id of its own, so that some rows get other slots. */
  #post(post: number, word: number, views: number): Change {
    const id = this.#posts.has(post) ? this.#idOf(post) : this.#newId(post);
    this.#posts.add(post);
    const parts = WORDS.slice(0, views % 3).map((name, place) => ({ id: id * 10 + place, name }));
    return put("post", post, { title: WORDS[word] ?? null, views: views === 5 ? null : views, parts }, id);
  }

  #idOf(post: number): number {
    const { state } = this.#scanning;
    return state.collection(POST).find(idOf("post", post))?.published?.id ?? post + 1;
  }

  #newId(post: number): number {
    return this.#scanning.number < 2 ? post + 1 : this.#nextId++;
  }

  /** Links a post and a tag, or unlinks them. */
  #link(pair: string): Change {
    const [post = "", tag = ""] = pair.split(" ");
    const ends = linkBy(`${POST}.tags`, idOf("post", Number(post)), idOf("tag", Number(tag)));
    if (this.#tagged.delete(pair)) return { kind: "unlink", ...ends };
    this.#tagged.add(pair);
    return { kind: "link", ...ends, order: [Number(tag) + 1, Number(post) + 1] };
  }

  #apply(changes: readonly Change[]): void {
    for (const engine of [this.#sliced, this.#scanning]) write(engine, changes);
  }
}

describe("indexes that are being built", () => {
  it("find what a scan finds, whatever is written, forked and asked between the slices", () => {
    fc.assert(
      fc.property(
        fc.array(step, { minLength: 10, maxLength: 80, size: "max" }),
        questions,
        limits,
        (steps, all, drawn) => {
          const engines = [Twins.filled(drawn)];
          for (const { which, step: each } of steps) {
            const twins = engines[which % engines.length] as Twins;
            if (each.kind === "fork") engines.push(twins.fork());
            else twins.take(each, all);
          }
          for (const twins of engines) {
            twins.finish();
            for (const each of all) twins.expectSame(each);
            twins.build(500);
            for (const each of all) twins.expectSame(each);
          }
        },
      ),
      { numRuns: 100 },
    );
  });
});
