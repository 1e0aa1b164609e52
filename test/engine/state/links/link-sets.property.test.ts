import { describe, expect, it } from "vitest";
import {
  CONTRACT_RULES,
  count,
  createDocument,
  defineSchema,
  deleteDocument,
  Engine,
  type Env,
  FULL_ACCESS,
  type Payload,
  publishDocument,
  type RawParams,
  type Transaction,
  unpublishDocument,
  updateDocument,
} from "../../../../engine/internal.ts";
import { schemaOf } from "../../../support/content/schema-of.ts";
import { checked, reading } from "../../../support/engine/ask-engine.ts";
import { fc } from "../../../support/fast-check.ts";

const schema = defineSchema(
  schemaOf({
    post: {
      attributes: {
        title: { type: "string" },
        tags: { type: "relation", relation: "manyToMany", target: "api::tag.tag", inversedBy: "posts" },
        next: { type: "relation", relation: "oneToOne", target: "api::post.post" },
      },
    },
    tag: {
      dp: false,
      attributes: {
        posts: { type: "relation", relation: "manyToMany", target: "api::post.post", mappedBy: "tags" },
      },
    },
  }),
);
const POST = schema.type("api::post.post");
const TAG = schema.type("api::tag.tag");

/** A write to one of the engines that there are, or another engine, or a look at all that there is. */
interface Step {
  readonly kind: "post" | "tag" | "tags" | "next" | "posts" | "delete" | "publish" | "unpublish" | "fork" | "ask";
  readonly which: number;
  readonly one: number;
  readonly others: readonly number[];
}

const write = fc.constantFrom<Step["kind"][]>("post", "tag", "tags", "next", "posts", "delete", "publish", "unpublish");

const step: fc.Arbitrary<Step> = fc.record({
  // Seldom asked, so that states without sets are forked.
  kind: fc.oneof(
    { weight: 12, arbitrary: write },
    { weight: 2, arbitrary: fc.constant("fork") },
    { weight: 1, arbitrary: fc.constant("ask") },
  ),
  which: fc.nat(3),
  one: fc.nat(7),
  others: fc.array(fc.nat(7), { maxLength: 3 }),
});

const QUESTIONS: readonly (readonly [Payload["type"], RawParams])[] = [
  [POST, { filters: { tags: { id: { $null: true } } } }],
  [POST, { filters: { tags: { id: { $notNull: true } } } }],
  [POST, { filters: { next: { title: { $null: true } } }, status: "draft" }],
  [POST, { filters: { tags: { id: { $lt: 4 } } }, status: "draft" }],
  [TAG, { filters: { posts: { title: { $null: true } } } }],
  [TAG, { filters: { posts: { id: { $notNull: true } } }, status: "draft" }],
  [TAG, { filters: { posts: { id: { $in: [1, 2, 3] } } } }],
];

function totals({ state }: Engine): readonly number[] {
  return QUESTIONS.map(([type, params]) => {
    const query = checked(schema, type, params);
    return count(reading(state, query), query);
  });
}

/** The same content where no index is ever built. */
function scanned(engine: Engine): Engine {
  const copy = Engine.withIndexLimits(schema, CONTRACT_RULES, { fewRows: Number.POSITIVE_INFINITY });
  copy.restore({ number: engine.number, at: 0, changes: [...engine.dump()] });
  return copy;
}

function payload(type: Payload["type"], data: unknown): Payload {
  return { type, data, access: FULL_ACCESS, unknownKeys: "refuse" };
}

function workOf({ kind, one, others }: Step, { state }: Engine): (tx: Transaction) => unknown {
  const [posts, tags] = [POST, TAG].map(({ uid }) =>
    [...state.collection(uid).documents()].map(({ documentId }) => documentId),
  ) as [string[], string[]];
  const among = (ids: readonly string[], at: number) => ids[at % ids.length] ?? "";
  const some = (ids: readonly string[]) => [...new Set(others.map((at) => among(ids, at)))].filter((id) => id !== "");
  const [post, tag] = [among(posts, one), among(tags, one)];
  const isPublished = others.length % 2 === 0;
  const change = (type: Payload["type"], id: string, data: unknown) => (tx: Transaction) =>
    id === "" ? null : updateDocument(tx, payload(type, data), id, isPublished);
  switch (kind) {
    case "post":
      return (tx) => createDocument(tx, payload(POST, { title: "post", tags: some(tags) }), isPublished);
    case "tag":
      return (tx) => createDocument(tx, payload(TAG, { posts: some(posts) }), true);
    case "tags":
      return change(POST, post, { tags: some(tags) });
    case "next":
      return change(POST, post, { next: some(posts)[0] ?? null });
    case "posts":
      return change(TAG, tag, { posts: some(posts) });
    case "delete":
      if (isPublished) return (tx) => (post === "" ? null : deleteDocument(tx, POST, post));
      return (tx) => (tag === "" ? null : deleteDocument(tx, TAG, tag));
    case "publish":
      return (tx) => (post === "" ? null : publishDocument(tx, POST, post));
    default:
      return (tx) => (post === "" ? null : unpublishDocument(tx, POST, post));
  }
}

describe("sets of linked rows", () => {
  it("give the same for every fork as a look at each row, regardless of earlier readers", () => {
    fc.assert(
      fc.property(fc.array(step, { minLength: 5, maxLength: 25, size: "max" }), (steps) => {
        let last = 0;
        const env: Env = { now: () => 1_700_000_000_000, newDocumentId: () => `d${String(++last).padStart(23, "0")}` };
        const engines = [Engine.withIndexLimits(schema, CONTRACT_RULES, { fewRows: 0, manyLinks: 0 })];
        for (const each of steps) {
          const engine = engines[each.which % engines.length] as Engine;
          if (each.kind === "ask") totals(engine);
          else if (each.kind === "fork") engines.push(engine.fork());
          else {
            const { commit } = engine.begin(env).write(workOf(each, engine));
            if (commit !== null) engine.apply(commit);
          }
        }
        for (const engine of engines) expect(totals(engine)).toEqual(totals(scanned(engine)));
      }),
      { numRuns: Number(process.env.GALLEY_LINK_RUNS ?? 100) },
    );
  });
});
