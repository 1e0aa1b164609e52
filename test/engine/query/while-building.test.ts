import { describe, expect, it } from "vitest";
import {
  CHECK_LIMITS,
  CONTRACT_RULES,
  checkQuery,
  type Engine,
  explain,
  FULL_ACCESS,
  findMany,
  OBJECTS,
  type Query,
  type RawParams,
  readContextOf,
} from "../../../engine/internal.ts";
import { emptyEngine } from "../../model/content.ts";
import { engine as content, schema } from "./many-posts.ts";

/** The same posts, with indexes that are built in slices. */
function slicedEngine(): Engine {
  const engine = emptyEngine(schema, CONTRACT_RULES, { manyRows: 1_000 });
  engine.restore({ number: 1, at: 0, changes: [...content.dump()] });
  return engine;
}

function queryOf(params: RawParams): Query {
  const type = schema.type("api::post.post");
  const options = { schema, type, params, access: FULL_ACCESS, rules: CONTRACT_RULES, limits: CHECK_LIMITS } as const;
  return checkQuery({ ...options, shape: "find" });
}

function find({ state }: Engine, query: Query, work?: number) {
  const context = readContextOf(
    state,
    CONTRACT_RULES,
    query,
    FULL_ACCESS,
    "caller",
    work === undefined ? {} : { work },
  );
  return findMany(context, OBJECTS, query);
}

function planOf({ state }: Engine, query: Query): string {
  return explain(readContextOf(state, CONTRACT_RULES, query, FULL_ACCESS, "caller"), query).plan;
}

function buildAll(engine: Engine): number {
  let steps = 0;
  while (engine.buildStep()) steps++;
  return steps;
}

describe("a query whose indexes are being built", () => {
  const query = queryOf({ filters: { views: { $gt: 2_000 } }, sort: "title:desc" });

  it("is answered by columns, and by the indexes once they are there", () => {
    const engine = slicedEngine();
    const expected = find(content, query);
    expect(find(engine, query)).toEqual(expected);
    const plan = planOf(engine, query);
    expect(plan).toContain("rows by column views gt; collect, sort or columns by title");
    expect(plan).toContain("; without indexes that are being built: in order of views, in order of title");
    expect(find(engine, query)).toEqual(expected);
    buildAll(engine);
    expect(planOf(engine, query)).toBe(planOf(content, query));
    expect(find(engine, query)).toEqual(expected);
  });

  it("makes a part of the building itself, so that its like end it", () => {
    const engine = slicedEngine();
    for (let times = 0; times < 100; times++) find(engine, query);
    expect(buildAll(engine)).toBe(0);
  });

  it("waits for them where the work of doing without is refused", () => {
    const engine = slicedEngine();
    const late = queryOf({ sort: "title", pagination: { start: 2_500, limit: 5 } });
    expect(find(engine, late, 0)).toEqual(find(content, late));
    expect(planOf(engine, late)).not.toContain("being built");
  });

  it("tells who made it that there is something to build", () => {
    const engine = slicedEngine();
    let missed = 0;
    engine.onIndexMissed(() => missed++);
    find(engine, queryOf({}));
    expect(missed).toBe(0);
    find(engine, query);
    expect(missed).toBeGreaterThan(0);
  });
});
