import { describe, expect, it } from "vitest";
import {
  CHECK_LIMITS,
  type Change,
  CONTRACT_RULES,
  checkQuery,
  count,
  defineSchema,
  type Engine,
  FULL_ACCESS,
  type RawParams,
  readContextOf,
} from "../../../engine/internal.ts";
import { emptyEngine } from "../../model/content.ts";
import { SuspendedRead } from "../../support/suspended.ts";

const POST = "api::post.post";
const schema = defineSchema({
  contentTypes: {
    [POST]: {
      kind: "collectionType",
      info: { singularName: "post", pluralName: "posts", displayName: "Post" },
      options: { draftAndPublish: false },
      attributes: {
        views: { type: "integer" },
        text: { type: "text" },
        next: { type: "relation", relation: "oneToOne", target: POST },
      },
    },
  },
});

/** Several steps find a set of so many rows. */
const POSTS = 40_000;
const LINKED = 1_000;
const POPULAR = 400;
/** So often a read is begun anew, and a row changed at a later moment of it. */
const MOMENTS = 16;

function idOf(post: number): string {
  return `p${String(post).padStart(23, "0")}`;
}

function put(post: number, views: number): Change {
  const time = "2024-01-01T00:00:00.000Z";
  const times = { createdAt: time, updatedAt: time, publishedAt: time };
  const version = {
    id: post + 1,
    documentId: idOf(post),
    ...times,
    values: { views, text: `${views === 1 ? "rare" : "usual"} ${post}` },
  };
  return { kind: "put", type: POST, status: "published", version };
}

function link(kind: "link" | "unlink", post: number): Change {
  const ends = { relation: `${POST}.next`, layer: "published", source: idOf(post), target: idOf(post + 1) } as const;
  return kind === "unlink" ? { kind, ...ends } : { kind, ...ends, order: [1, 1] };
}

function filledEngine(): Engine {
  const engine = emptyEngine(schema, CONTRACT_RULES, { manyRows: 1_000 });
  const posts = Array.from({ length: POSTS }, (_, post) => put(post, post % (POSTS / POPULAR) === 0 ? 1 : 9));
  const links = Array.from({ length: LINKED }, (_, at) => link("link", at * (POSTS / LINKED)));
  engine.restore({ number: 1, at: 0, changes: [...posts, ...links] });
  return engine;
}

function write(engine: Engine, change: Change): void {
  engine.apply({ number: engine.number + 1, at: 0, changes: [change] });
}

function counting(filters: RawParams): Read {
  const type = schema.type(POST);
  const params = { filters };
  const options = { schema, type, params, access: FULL_ACCESS, rules: CONTRACT_RULES, limits: CHECK_LIMITS } as const;
  const query = checkQuery({ ...options, shape: "find" });
  return ({ state }) =>
    count(readContextOf(state, CONTRACT_RULES, query, FULL_ACCESS, "caller", { maySuspend: true }), query);
}

type Read = (engine: Engine) => number;

/** A read in a fork that has been written to: until then its indexes are those of its origin. */
function begin(filled: Engine, read: Read) {
  const engine = filled.fork();
  write(engine, put(1, 9));
  return { engine, reading: new SuspendedRead(engine, () => read(engine)) };
}

/** The number of steps after which a read is not done yet. */
function stepsOf(reading: SuspendedRead<number>): number {
  let steps = 0;
  while (reading.advance() === null) steps++;
  return steps;
}

describe("a set of rows that is found in slices", () => {
  const filled = filledEngine();
  const popular = counting({ views: { $lt: 5 } });
  const texts = counting({ text: { $contains: "rare" } });
  const linked = counting({ next: { $notNull: true } });

  it.each([
    ["a row that joins it", popular, put(5, 1), POPULAR + 1],
    ["a row that leaves it", popular, put(0, 9), POPULAR - 1],
    ["a row that joins it by a text", texts, put(5, 1), POPULAR + 1],
    ["a row that leaves it by a text", texts, put(0, 9), POPULAR - 1],
    ["a link that makes a row join it", linked, link("link", 5), LINKED + 1],
    ["a link that is removed", linked, link("unlink", 0), LINKED - 1],
  ])("is that of the state in which the read ends, whenever there is %s", (_, read, change, after) => {
    const steps = stepsOf(begin(filled, read).reading);
    expect(steps).toBeGreaterThan(4);
    for (let made = 0; made < steps; made += Math.ceil(steps / MOMENTS)) {
      const { engine, reading } = begin(filled, read);
      for (let step = 0; step < made; step++) expect(reading.advance()).toBeNull();
      write(engine, change);
      expect(reading.finish()).toBe(after);
    }
  });
});
