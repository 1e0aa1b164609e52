import { getHeapStatistics } from "node:v8";
import { describe, expect, it } from "vitest";
import {
  CONTRACT_RULES,
  defineSchema,
  Engine,
  explain,
  findMany,
  type IndexLimits,
  OBJECTS,
  type RawParams,
  type SchemaDefinition,
} from "../../../engine/internal.ts";
import { createGalley } from "../../../transport/galley.ts";
import { schemaOf } from "../../support/content/schema-of.ts";
import { checked, reading } from "../../support/engine/ask-engine.ts";
import { idOf, put, write } from "../../support/engine/published.ts";

const definition: SchemaDefinition = schemaOf({
  page: {
    dp: false,
    attributes: {
      title: { type: "string" },
      views: { type: "integer", index: true },
      kind: { type: "enumeration", enum: ["a", "b"] },
    },
  },
});
const schema = defineSchema(definition);
const type = schema.type("api::page.page");

function pages(count: number, limits: Partial<IndexLimits> = {}): Engine {
  const engine = Engine.withIndexLimits(schema, CONTRACT_RULES, limits);
  const changes = Array.from({ length: count }, (_, at) =>
    put("page", at, { title: `title ${at % 7}`, views: at % 10, kind: "a" }),
  );
  engine.restore({ number: 1, at: 0, changes });
  return engine;
}

function asked(engine: Engine, params: RawParams) {
  const query = checked(schema, type, params);
  const context = () => reading(engine.state, query);
  return { plan: explain(context(), query), total: findMany(context(), OBJECTS, query).total };
}

function costs(engine: Engine) {
  return [...engine.state.collection(type.uid).spaces.published.indexes.costs()];
}

const QUESTIONS: readonly RawParams[] = [
  { filters: { title: "title 3" } },
  { filters: { title: { $containsi: "LE 3" } } },
  { sort: "createdAt" },
  { sort: ["kind", "views:desc"] },
  { _q: "title 3" },
];

describe("the memory of indexes", () => {
  it("is held to its limit also when an index grows after it was built", () => {
    const sorts: RawParams[] = [{ sort: "title" }, { sort: "kind" }, { sort: "createdAt" }];
    const wide: RawParams[] = [{ title: { $ne: "title 3" } }, { kind: { $ne: "b" } }, { createdAt: { $ne: null } }];
    const bytesOf = (engine: Engine) => costs(engine).reduce((sum, { bytes }) => sum + bytes, 0);
    const roomy = pages(3000);
    for (const params of sorts) asked(roomy, params);
    const built = bytesOf(roomy);
    const tight = pages(3000, { bytes: built });
    for (const params of sorts) asked(tight, params);
    expect(bytesOf(tight)).toBe(built);
    for (const filter of wide) {
      for (const engine of [roomy, tight])
        asked(engine, { filters: { $and: [filter, { title: { $ne: "title 5" } }] } });
      expect(bytesOf(tight)).toBeLessThanOrEqual(built);
    }
    expect(bytesOf(roomy)).toBeGreaterThan(built);
  });

  it("is at most a quarter of the heap unless the configuration says otherwise", async () => {
    await using galley = await createGalley({ schema: definition });
    const { bytes } = galley.engine.state.shape.limits;
    expect(bytes).toBeLessThanOrEqual(Math.min(1_073_741_824, getHeapStatistics().heap_size_limit / 4));
  });

  it("holds as much as its limit allows", () => {
    const all = pages(1000);
    for (const params of QUESTIONS) asked(all, params);
    const whole = costs(all).reduce((sum, { bytes }) => sum + bytes, 0);
    expect(costs(all)).toHaveLength(QUESTIONS.length);

    const limited = pages(1000, { bytes: whole * 0.75 });
    for (const params of QUESTIONS) {
      expect(asked(limited, params).total).toBe(asked(all, params).total);
      expect(costs(limited).reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThanOrEqual(whole * 0.75);
    }
    expect(costs(limited).length).toBeLessThan(QUESTIONS.length);
  });

  it("lets those go that have not been used for longest", () => {
    const engine = pages(1000, { bytes: 50_000 });
    asked(engine, { sort: "title" });
    asked(engine, { sort: "createdAt" });
    asked(engine, { sort: "title" });
    asked(engine, { sort: "updatedAt" });
    const names = (given: Engine) => {
      const before = costs(given).length;
      asked(given, { sort: "title" });
      return costs(given).length === before;
    };
    expect(names(engine)).toBe(true);
    expect(costs(engine)).toHaveLength(2);
  });

  it("keeps a fork's new indexes, however recently its inherited ones were used", () => {
    const engine = pages(1000, { bytes: 50_000 });
    for (let turn = 0; turn < 10; turn++) for (const sort of ["title", "createdAt"]) asked(engine, { sort });
    const fork = engine.fork();
    write(fork, [{ kind: "remove", type: type.uid, status: "published", documentId: idOf("page", 0) }]);
    asked(fork, { sort: "updatedAt" });
    expect(fork.state.collection(type.uid).spaces.published.indexes.keptOrder("updatedAt")).not.toBeNull();
    expect(costs(fork)).toHaveLength(2);
  });
});

describe("an attribute with index: true", () => {
  it("has its index as soon as the indexes are built, however few rows there are, and keeps it", () => {
    const engine = pages(3, { bytes: 0 });
    expect(costs(engine)).toHaveLength(0);
    engine.buildIndexes();
    expect(costs(engine)).toHaveLength(1);
    expect(asked(engine, { filters: { views: 1 } }).plan.plan).toContain("index views");
    expect(asked(engine, { filters: { title: "title 1" } }).plan.plan).not.toContain("index title");
    const fork = engine.fork();
    expect(asked(fork, { filters: { views: 1 } }).plan.plan).toContain("index views");
  });

  it("has its index when most rows have gone, and the slots of the others are new", () => {
    const engine = pages(1_300);
    engine.buildIndexes();
    const changes = Array.from({ length: 1_250 }, (_, number) => {
      return { kind: "remove", type: type.uid, status: "published", documentId: idOf("page", number) } as const;
    });
    write(engine, changes);
    expect(asked(engine, { filters: { views: 1 } })).toEqual({
      plan: { plan: expect.stringContaining("5 rows of index views eq"), estimated: 5, rows: 5 },
      total: 5,
    });
  });

  it("has its index in a galley that has just been opened", async () => {
    const galley = await createGalley({ schema: definition, indexBytes: 0 });
    await galley.documents(type.uid).create({ data: { title: "one", views: 1 } });
    expect(asked(galley.engine, { filters: { views: 1 } })).toEqual({
      plan: { plan: expect.stringContaining("1 rows of index views eq"), estimated: 1, rows: 1 },
      total: 1,
    });
    await galley.close();
  });
});
