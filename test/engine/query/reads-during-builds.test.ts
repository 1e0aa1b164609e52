import { describe, expect, it } from "vitest";
import { CONTRACT_RULES, type Engine, explain, type Query, type RawParams } from "../../../engine/internal.ts";
import { emptyEngine } from "../../model/content.ts";
import { checked, find, reading } from "../../support/engine/ask-engine.ts";
import { SuspendedRead } from "../../support/engine/suspended.ts";
import { engine as content, schema } from "./many-posts.ts";

/** The same posts, with indexes that are built in slices. */
function slicedEngine(): Engine {
  const engine = emptyEngine(schema, CONTRACT_RULES, { manyRows: 1_000 });
  engine.restore({ number: 1, at: 0, changes: [...content.dump()] });
  return engine;
}

function queryOf(params: RawParams): Query {
  return checked(schema, schema.type("api::post.post"), params);
}

function planOf({ state }: Engine, query: Query): string {
  return explain(reading(state, query), query).plan;
}

function buildAll(engine: Engine): number {
  let steps = 0;
  while (engine.buildStep()) steps++;
  return steps;
}

describe("a query whose indexes are being built", () => {
  const query = queryOf({ filters: { views: { $gt: 2_000 } }, sort: "title:desc" });

  it("is answered by a scan, and by the indexes once they are there", () => {
    const engine = slicedEngine();
    const expected = find(content, query);
    expect(find(engine, query)).toEqual(expected);
    const plan = planOf(engine, query);
    expect(plan).toContain("rows, test each; collect, sort by title");
    expect(plan).toContain("; without indexes that are being built: in order of views, in order of title");
    expect(find(engine, query)).toEqual(expected);
    buildAll(engine);
    expect(planOf(engine, query)).toBe(planOf(content, query));
    expect(find(engine, query)).toEqual(expected);
  });

  it("builds them at once if it is not the first that would read many rows", () => {
    const engine = slicedEngine();
    find(engine, query);
    find(engine, query);
    const others = queryOf({ filters: { views: { $gt: 1_500 } }, sort: "title:desc" });
    const few = queryOf({ filters: { views: { $gt: 1_500 }, documentId: { $in: ["x", "y"] } } });
    find(engine, few);
    expect(planOf(slicedEngine(), query)).toContain("being built");
    expect(find(engine, others)).toEqual(find(content, others));
    expect(buildAll(engine)).toBe(0);
  });

  it("waits for them if it may be suspended, while the first one is answered before they are there", () => {
    const engine = slicedEngine();
    const others = queryOf({ filters: { views: { $gt: 1_500 } }, sort: "title:desc" });
    const first = new SuspendedRead(engine, () => find(engine, query, { maySuspend: true }));
    const other = new SuspendedRead(engine, () => find(engine, others, { maySuspend: true }));
    expect([first.advance(), other.advance()]).toEqual([null, null]);
    expect(first.finish()).toEqual(find(content, query));
    const { indexes } = engine.state.collection("api::post.post").spaces.published;
    expect(indexes.keptOrder("views")).toBeNull();
    expect(other.finish()).toEqual(find(content, others));
    expect(indexes.keptOrder("views")).not.toBeNull();
  });

  it("is answered by the same scan if it is asked again meanwhile", () => {
    const engine = slicedEngine();
    const reads = [0, 1].map(() => new SuspendedRead(engine, () => find(engine, query, { maySuspend: true })));
    expect(reads.map((read) => read.advance())).toEqual([null, null]);
    expect(reads.map((read) => read.finish())).toEqual([0, 1].map(() => find(content, query)));
    expect(engine.state.collection("api::post.post").spaces.published.indexes.keptOrder("views")).toBeNull();
  });

  it.each([1_200, 2_990, 2_998])("is answered by a scan also for a late page, from row %i on", (start) => {
    const late = queryOf({ sort: ["featured:desc", "title"], pagination: { start, limit: 5 } });
    const expected = find(content, late);
    expect(find(slicedEngine(), late)).toEqual(expected);
    const engine = slicedEngine();
    expect(new SuspendedRead(engine, () => find(engine, late, { maySuspend: true })).finish()).toEqual(expected);
    expect(planOf(engine, late)).toContain("being built");
  });

  it("waits for them where the work of doing without is refused", () => {
    const engine = slicedEngine();
    const late = queryOf({ sort: "title", pagination: { start: 2_500, limit: 5 } });
    expect(find(engine, late, { work: -50_000 })).toEqual(find(content, late));
    expect(planOf(engine, late)).not.toContain("being built");
  });

  it("builds no index of texts for a negation about JSON, which could not use it", () => {
    const engine = slicedEngine();
    const without = queryOf({ filters: { facts: { $notContains: '"number":7' } } });
    expect(find(engine, without)).toEqual(find(content, without));
    expect(buildAll(engine)).toBe(0);
    expect(planOf(engine, without)).toBe(planOf(content, without));
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
