import { describe, expect, it } from "vitest";
import { IndexDemand } from "../../../engine/indexes/building/index-demand.ts";
import { orderBy } from "../../../engine/indexes/ordered/index-order.ts";
import {
  type Change,
  CONTRACT_RULES,
  count,
  createDocument,
  defineSchema,
  deleteDocument,
  Engine,
  FULL_ACCESS,
  findMany,
  ListColumn,
  publishDocument,
  type RawParams,
  recordsOf,
  TEXT,
  type VersionColumns,
  type VersionRecord,
} from "../../../engine/internal.ts";
import { orderingOf } from "../../../engine/query/match/order.ts";
import { schemaOf } from "../../support/content/schema-of.ts";
import { checked, reading } from "../../support/engine/ask-engine.ts";

const schema = defineSchema(schemaOf({ page: { attributes: { title: { type: "string" }, slug: { type: "uid" } } } }));
const PAGE = schema.type("api::page.page");
const TIME = "2026-01-01T00:00:00.000Z";

function columns(status: VersionColumns["status"], from: number, count: number): VersionColumns {
  const numbers = Array.from({ length: count }, (_, at) => from + at);
  const times = numbers.map(() => TIME);
  return {
    type: PAGE.uid,
    status,
    id: numbers.map((number) => 2 * number + (status === "draft" ? 1 : 2)),
    documentId: numbers.map((number) => `d${number}`),
    createdAt: times,
    updatedAt: times,
    publishedAt: status === "draft" ? numbers.map(() => null) : times,
    values: new Map([
      ["title", numbers.map((number) => `${status} ${number}`)],
      ["slug", numbers.map((number) => `page-${number}`)],
    ]),
  };
}

/** Indexes are built in slices, however few rows there are. */
function inSlices(): Engine {
  return Engine.withIndexLimits(schema, CONTRACT_RULES, { fewRows: 0, manyRows: 0 });
}

/**
 * An engine with so many documents in blocks of 100, a count of how often a block was read again, and the columns that
 * were read alone. `hasColumns`: whether these of a block can be.
 */
function restored(
  documents: number,
  engine = new Engine(schema, CONTRACT_RULES),
  hasColumns: (from: number) => boolean = () => false,
) {
  let reads = 0;
  const alone = new Set<string>();
  for (const status of ["draft", "published"] as const) {
    for (let from = 0; from < documents; from += 100) {
      const block = () => columns(status, from, Math.min(100, documents - from));
      engine.restoreVersions(block(), {
        versions: () => {
          reads++;
          return recordsOf(block());
        },
        column: (name) => {
          if (!hasColumns(from)) return null;
          alone.add(name);
          return new ListColumn(block().values.get(name) ?? []);
        },
      });
    }
  }
  engine.endRestore(1, 0);
  return { engine, reads: () => reads, alone };
}

const env = { now: () => Date.parse(TIME), newDocumentId: () => "new" };

function write(engine: Engine, work: Parameters<ReturnType<Engine["begin"]>["write"]>[0]): void {
  const { commit } = engine.begin(env).write(work);
  if (commit !== null) engine.apply(commit);
}

describe("restored versions", () => {
  it("are read again when one of them or of their page is read, and only once", () => {
    const { engine, reads } = restored(1000);
    const { state } = engine;
    expect(state.collection(PAGE.uid).documentCount).toBe(1000);
    expect(state.collection(PAGE.uid).nameOf(999)).toBe("d999");
    expect(state.collection(PAGE.uid).numberOf("d500")).toBe(500);
    expect(reads()).toBe(0);
    expect(state.collection(PAGE.uid).find("d0")?.draft?.cells[0]).toBe("draft 0");
    expect(reads()).toBeLessThan(8);
    const all = [...engine.dump()];
    expect(all).toHaveLength(2001);
    const before = reads();
    expect([...engine.dump()]).toEqual(all);
    expect(reads()).toBe(before);
  });

  it("are read by column for an index, and only the rows of the page are made", () => {
    const { engine, reads, alone } = restored(2_000, inSlices(), () => true);
    const query = (params: RawParams) => {
      return checked(schema, PAGE, params);
    };
    const titles = (params: RawParams) => {
      const asked = query({ ...params, fields: "title", pagination: { limit: 2 } });
      const { entries } = findMany(reading(engine.state, asked), TEXT, asked);
      return entries.map(({ text }) => JSON.parse(text).title);
    };
    expect(titles({ filters: { title: { $gt: "published 5" } }, sort: "title:desc" })).toEqual([
      "published 999",
      "published 998",
    ]);
    expect([...alone]).toEqual(["title"]);
    // The first row comes from one block, and its page of 256 rows from four.
    expect(reads()).toBeLessThanOrEqual(5);
    while (engine.buildStep());
    expect(titles({ sort: ["slug:desc"] })).toEqual(["published 999", "published 998"]);
    expect(reads()).toBeLessThanOrEqual(5);
  });

  it("are read by column to test and to sort some rows of every page", () => {
    const limited = Engine.withIndexLimits(schema, CONTRACT_RULES, { fewRows: 0, manyRows: 1_000 });
    const { engine, reads, alone } = restored(2_000, limited, () => true);
    const params = { filters: { title: { $endsWith: "17" } }, sort: "slug:desc", pagination: { limit: 2 } };
    const asked = checked(schema, PAGE, { ...params, fields: "title" });
    const { entries, total } = findMany(reading(engine.state, asked), TEXT, asked);
    expect(entries.map(({ text }) => JSON.parse(text).title)).toEqual(["published 917", "published 817"]);
    expect(total).toBe(20);
    expect([...alone].sort()).toEqual(["slug", "title"]);
    // Two rows of the page, each from one block, and their two pages of 256 rows.
    expect(reads()).toBeLessThanOrEqual(10);
  });

  it("are made a page at a time where a block has no columns", () => {
    const { engine, reads } = restored(1_024, inSlices(), (from) => from < 500);
    const { indexes, slots } = engine.state.collection(PAGE.uid).spaces.published;
    const field = { name: "title", parts: ["title"], ...orderingOf("string") };
    const order = orderBy({ ...field, read: ({ cells: [title = null] }) => title as string });
    expect(indexes.ordered(order, slots, new IndexDemand(null, false))).toBeNull();
    while (engine.buildStep());
    const index = indexes.keptOrder("title");
    const titles = Array.from({ length: 1_024 }, (_, at) => `published ${at}`).sort();
    expect(index?.page(index.all, false, 0, 1_024).map((slot) => `published ${slot}`)).toEqual(titles);
    // The second page is the first with a block that has no columns; each page that is made is read once.
    expect(reads()).toBeGreaterThan(0);
    expect(reads()).toBeLessThan(12);
  });

  it("are the same rows in every fork", () => {
    const { engine } = restored(300);
    const fork = engine.fork();
    write(fork, (transaction) => deleteDocument(transaction, PAGE, "d7"));
    const [here, there] = [engine, fork].map(({ state }) => state.collection(PAGE.uid).find("d8")?.published);
    expect(here).toBe(there);
    expect(fork.state.collection(PAGE.uid).find("d7")).toBeUndefined();
    expect(engine.state.collection(PAGE.uid).find("d7")?.draft?.documentId).toBe("d7");
  });

  it("are known by their unique values before any is read", () => {
    const { engine, reads } = restored(300);
    const payload = { type: PAGE, data: { slug: "page-299" }, access: FULL_ACCESS, unknownKeys: "refuse" } as const;
    expect(() => write(engine, (transaction) => createDocument(transaction, payload, true))).toThrow(/unique/);
    expect(reads()).toBe(0);
  });

  it("keep their place when those before them are removed", () => {
    const { engine } = restored(3000);
    const last = () => engine.state.collection(PAGE.uid).find("d2999");
    for (let number = 0; number < 2900; number++) {
      write(engine, (transaction) => deleteDocument(transaction, PAGE, `d${number}`));
    }
    const { spaces } = engine.state.collection(PAGE.uid);
    expect(spaces.draft.slots).toBeLessThan(3000);
    expect(last()?.published?.cells).toEqual(["published 2999", "page-2999"]);
    expect(spaces.draft.row(last()?.draft?.slot ?? -1)).toBe(last()?.draft);
    write(engine, (transaction) => publishDocument(transaction, PAGE, "d2999"));
    expect(last()?.published?.cells[0]).toBe("draft 2999");
  });

  it("are refused when two have one id", () => {
    const engine = new Engine(schema, CONTRACT_RULES);
    for (const versions of [columns("draft", 0, 3), { ...columns("draft", 9, 1), id: [5] }]) {
      engine.restoreVersions(versions, { versions: () => recordsOf(versions) });
    }
    expect(() => engine.finishRestore()).toThrow(/no two versions have one id/);
  });

  it("are gone when a later commit of the same start removes them", () => {
    const engine = new Engine(schema, CONTRACT_RULES);
    const versions = columns("published", 0, 3);
    engine.restoreVersions(versions, { versions: () => recordsOf(versions) });
    engine.endRestore(1, 0);
    const version = { ...recordsOf(versions)[1], values: { slug: "another" } } as VersionRecord;
    const changes: Change[] = [
      { kind: "remove", type: PAGE.uid, status: "published", documentId: "d0" },
      { kind: "put", type: PAGE.uid, status: "published", version: { ...version, id: 9 } },
    ];
    engine.restoreCommits([{ number: 2, at: 0, changes }], (commit) => commit, {
      versions: () => [{ ...version, id: 9 }],
    });
    const collection = engine.state.collection(PAGE.uid);
    expect([...collection.documents()].map(({ published }) => [published?.id, published?.cells[1]])).toEqual([
      [9, "another"],
      [6, "page-2"],
    ]);
    const holders = ["page-0", "page-1", "page-2", "another"].map((slug) => collection.unique("slug")?.holders(slug));
    expect(holders).toEqual([[], [], [2], [1]]);
    expect(collection.numberOf("d0")).toBeUndefined();
  });

  it("are added to existing indexes", () => {
    const engine = Engine.withIndexLimits(schema, CONTRACT_RULES, { fewRows: 0 });
    const params = { filters: { title: { $eq: "published 7" } } };
    const query = checked(schema, PAGE, params);
    const found = () => count(reading(engine.state, query), query);
    expect(found()).toBe(0);
    restored(300, engine);
    expect(found()).toBe(1);
  });
});
