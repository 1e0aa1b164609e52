import { describe, expect, it } from "vitest";
import {
  type Change,
  CONTRACT_RULES,
  count,
  defineSchema,
  type Engine,
  type RawParams,
} from "../../../engine/internal.ts";
import { emptyEngine } from "../../model/content.ts";
import { schemaOf } from "../../support/content/schema-of.ts";
import { checked, reading } from "../../support/engine/ask-engine.ts";
import { idOf, linkBy, put as stored, write } from "../../support/engine/published.ts";
import { SuspendedRead } from "../../support/engine/suspended.ts";

const POST = "api::post.post";
const TAG = "api::tag.tag";
const schema = defineSchema(
  schemaOf({
    post: {
      dp: false,
      attributes: {
        views: { type: "integer" },
        text: { type: "text" },
        next: { type: "relation", relation: "oneToOne", target: POST },
        tag: { type: "relation", relation: "manyToOne", target: TAG },
      },
    },
    tag: { dp: false, attributes: { name: { type: "string" } } },
  }),
);

/** Several steps find a set of so many rows. */
const POSTS = 40_000;
const LINKED = 1_000;
const POPULAR = 400;
const TAGGED = 20_000;
/** So often a read is begun anew, and a row changed at a later moment of it. */
const MOMENTS = 16;

function put(post: number, views: number): Change {
  return stored("post", post, { views, text: `${views === 1 ? "rare" : "usual"} ${post}` });
}

function link(kind: "link" | "unlink", post: number, attribute: "next" | "tag" = "next"): Change {
  const target = attribute === "next" ? idOf("post", post + 1) : idOf("tag", 0);
  const ends = linkBy(`${POST}.${attribute}`, idOf("post", post), target);
  return kind === "unlink" ? { kind, ...ends } : { kind, ...ends, order: [1, post + 1] };
}

function filledEngine(): Engine {
  const engine = emptyEngine(schema, CONTRACT_RULES, { manyRows: 1_000 });
  const posts = Array.from({ length: POSTS }, (_, post) => put(post, post % (POSTS / POPULAR) === 0 ? 1 : 9));
  const links = Array.from({ length: LINKED }, (_, at) => link("link", at * (POSTS / LINKED)));
  const tags = Array.from({ length: TAGGED }, (_, at) => link("link", at * (POSTS / TAGGED), "tag"));
  // With a single tag, the tagged posts would be the posts with any tag.
  const changes = [...["a", "b"].map((name, at) => stored("tag", at, { name })), ...posts, ...links, ...tags];
  engine.restore({ number: 1, at: 0, changes });
  return engine;
}

function counting(filters: RawParams): Read {
  const query = checked(schema, schema.type(POST), { filters });
  return ({ state }) => count(reading(state, query, { maySuspend: true }), query);
}

type Read = (engine: Engine) => number;

/** A read in a fork that has been written to: until then it shares the indexes of its origin. */
function begin(filled: Engine, read: Read) {
  const engine = filled.fork();
  write(engine, [put(1, 9)]);
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
  const tagged = counting({ tag: { name: "a" } });
  const linked = counting({ next: { $notNull: true } });

  it.each([
    ["a row that joins it", popular, put(5, 1), POPULAR + 1],
    ["a row that leaves it", popular, put(0, 9), POPULAR - 1],
    ["a row that joins it by a text", texts, put(5, 1), POPULAR + 1],
    ["a row that leaves it by a text", texts, put(0, 9), POPULAR - 1],
    ["a link that makes a row join those of a tag", tagged, link("link", 5, "tag"), TAGGED + 1],
    ["a link of a tag that is removed", tagged, link("unlink", 0, "tag"), TAGGED - 1],
    ["a link that makes a row join it", linked, link("link", 5), LINKED + 1],
    ["a link that is removed", linked, link("unlink", 0), LINKED - 1],
  ])("is that of the state in which the read ends, whenever there is %s", (_, read, change, after) => {
    // The first one leaves behind what forks share.
    stepsOf(begin(filled, read).reading);
    const steps = stepsOf(begin(filled, read).reading);
    expect(steps).toBeGreaterThan(4);
    for (let made = 0; made < steps; made += Math.ceil(steps / MOMENTS)) {
      const { engine, reading } = begin(filled, read);
      for (let step = 0; step < made; step++) expect(reading.advance()).toBeNull();
      write(engine, [change]);
      expect(reading.finish()).toBe(after);
    }
  });
});
