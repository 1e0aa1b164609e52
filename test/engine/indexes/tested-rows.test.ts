import { describe, expect, it } from "vitest";
import {
  type Change,
  CONTRACT_RULES,
  defineSchema,
  type Engine,
  findMany,
  OBJECTS,
  type Query,
  type RawParams,
} from "../../../engine/internal.ts";
import { emptyEngine } from "../../model/content.ts";
import { schemaOf } from "../../support/content/schema-of.ts";
import { checked, reading } from "../../support/engine/ask-engine.ts";
import { SuspendedRead } from "../../support/engine/suspended.ts";

const POST = "api::post.post";
const AUTHOR = "api::author.author";
const schema = defineSchema(
  schemaOf({
    post: {
      dp: false,
      attributes: {
        title: { type: "string" },
        details: { type: "json" },
        authors: { type: "relation", relation: "manyToMany", target: AUTHOR },
      },
    },
    author: { dp: false, attributes: { name: { type: "string" } } },
  }),
);

/** Several steps test so many. */
const POSTS = 6_000;
const MOST_STEPS = 100;
const TIME = "2024-01-01T00:00:00.000Z";

function put(type: string, at: number, values: { readonly [name: string]: string | { readonly at: number } }): Change {
  const documentId = idOf(at);
  const version = { id: at + 1, documentId, createdAt: TIME, updatedAt: TIME, publishedAt: TIME, values };
  return { kind: "put", type, status: "published", version };
}

function idOf(at: number): string {
  return `d${String(at).padStart(23, "0")}`;
}

function post(at: number, number = at): Change {
  return put(POST, at, { title: `title ${number}`, details: { at: number } });
}

function link(at: number, author: number): Change {
  const order = [1, at + 1] as const;
  const [source, target] = [idOf(at), idOf(author)];
  return { kind: "link", relation: `${POST}.authors`, layer: "published", source, target, order };
}

/** Each post has a title and details with its number, and one of two authors. */
function filledEngine(): Engine {
  const engine = emptyEngine(schema, CONTRACT_RULES, { manyRows: 1_000 });
  const all = Array.from({ length: POSTS }, (_, at) => at);
  const authors = ["Ada", "Bob"].map((name, at) => put(AUTHOR, at, { name }));
  const changes = [...authors, ...all.map((at) => post(at)), ...all.map((at) => link(at, at % 2))];
  engine.restore({ number: 1, at: 0, changes });
  return engine;
}

function write(engine: Engine, changes: readonly Change[]): void {
  engine.apply({ number: engine.number + 1, at: 0, changes });
}

function queryOf(params: RawParams): Query {
  const type = schema.type(POST);
  return checked(schema, type, params);
}

function found(
  { state }: Engine,
  params: RawParams,
  budgets: { readonly maySuspend: boolean; readonly work?: number },
) {
  const query = queryOf(params);
  return findMany(reading(state, query, budgets), OBJECTS, query);
}

function atOnce(engine: Engine, params: RawParams, work?: number) {
  return found(engine, params, { maySuspend: false, ...(work !== undefined && { work }) });
}

function inSlices(engine: Engine, params: RawParams, work?: number) {
  return new SuspendedRead(engine, () =>
    found(engine, params, { maySuspend: true, ...(work !== undefined && { work }) }),
  );
}

const counted = { pagination: { limit: 3 } };
const uncounted = { pagination: { limit: 3, withCount: false } };
const odd = { details: { $notContains: "0}" } };
const rare = { details: { $eq: '{"at":5990}' } };
const ofBob = { $or: [rare, { authors: { name: { $notContains: "A" } } }] };

describe("rows that are tested in slices for conditions that no index serves", () => {
  const filled = filledEngine();

  it.each<[string, RawParams, readonly Change[]]>([
    ["many matches", { filters: odd, ...counted }, [post(1, 10), post(0, 11)]],
    ["many matches in another order", { filters: odd, sort: "title:desc", ...counted }, [post(5_999, 10)]],
    ["few matches that are not counted", { filters: rare, ...uncounted }, [post(5_000, 5_990)]],
    ["few matches at the end of another order", { filters: rare, sort: "id:desc", ...uncounted }, [post(7, 5_990)]],
    ["linked entries", { filters: ofBob, ...counted }, [link(0, 1)]],
    ["linked entries that change", { filters: ofBob, ...counted }, [put(AUTHOR, 0, { name: "Eve" })]],
  ])("are those of the state in which the read ends, whatever changes: %s", (_, params, changes) => {
    let suspended = 0;
    for (let steps = 0; steps < MOST_STEPS; steps += 2) {
      const engine = filled.fork();
      // A fork shares the indexes of its origin until it is written to.
      write(engine, [post(0)]);
      const read = inSlices(engine, params);
      let done = null;
      for (let made = 0; made < steps && done === null; made++) done = read.advance();
      if (done !== null) {
        expect(done.result).toEqual(atOnce(engine, params));
        break;
      }
      suspended++;
      write(engine, changes);
      const expected = atOnce(engine.fork(), params);
      expect(read.finish()).toEqual(expected);
    }
    expect(suspended).toBeGreaterThan(5);
    expect(suspended).toBeLessThan(MOST_STEPS / 2);
  });

  it("are not those of a fork whose linked entries differ", () => {
    const params = { filters: ofBob, ...counted };
    const engines = [filled.fork(), filled.fork()];
    for (const [at, engine] of engines.entries()) write(engine, [put(AUTHOR, 0, { name: at === 0 ? "Eve" : "Ava" })]);
    expect(engines.map((engine) => inSlices(engine, params).finish().total)).toEqual([POSTS, POSTS / 2 + 1]);
  });

  it("are refused as where they are tested at once, and only by who has no more work left", () => {
    const params = { filters: odd, ...counted };
    const little = -19 * POSTS;
    expect(() => atOnce(filled.fork(), params, little)).toThrow("too much work");
    const read = inSlices(filled, params, little);
    expect(() => read.finish()).toThrow("too much work");
    expect(inSlices(filled, params).finish()).toEqual(atOnce(filled.fork(), params));
  });
});
