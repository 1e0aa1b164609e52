import { describe, expect, it } from "vitest";
import {
  CHECK_LIMITS,
  CheckCache,
  CONTRACT_RULES,
  checkQuery,
  createDocument,
  defineSchema,
  deleteDocument,
  Engine,
  FULL_ACCESS,
  findMany,
  type Payload,
  type RawParams,
  TEXT,
  type Transaction,
  updateDocument,
} from "../../../../engine/internal.ts";
import { schemaOf } from "../../../support/content/schema-of.ts";
import { checked, reading } from "../../../support/engine/ask-engine.ts";

const schema = defineSchema(
  schemaOf(
    {
      page: {
        dp: false,
        attributes: {
          title: { type: "string" },
          tags: { type: "relation", relation: "manyToMany", target: "api::tag.tag", inversedBy: "pages" },
          parts: { type: "component", component: "shared.part", repeatable: true },
        },
      },
      tag: {
        dp: false,
        attributes: {
          name: { type: "string" },
          pages: { type: "relation", relation: "manyToMany", target: "api::page.page", mappedBy: "tags" },
        },
      },
    },
    { "shared.part": { tag: { type: "relation", relation: "oneToOne", target: "api::tag.tag" } } },
  ),
);

const page = schema.type("api::page.page");
const tag = schema.type("api::tag.tag");

function open() {
  const engine = new Engine(schema, CONTRACT_RULES);
  const cache = new CheckCache();
  let count = 0;
  const env = { now: () => 1_700_000_000_000, newDocumentId: () => `d${String(++count).padStart(23, "0")}` };
  const write = <T>(work: (tx: Transaction) => T, on = engine): T => {
    const { result, commit } = on.begin(env).write(work);
    if (commit !== null) on.apply(commit);
    return result;
  };
  const payload = (type: Payload["type"], data: unknown): Payload => ({
    type,
    data,
    access: FULL_ACCESS,
    unknownKeys: "refuse",
  });
  /** Queried three times, so that the entry is built, cached and returned from the cache. */
  const pages = (params: RawParams = { populate: "*" }, on = engine): unknown => {
    const ask = () => {
      const query = checkQuery({
        ...{ schema, type: page, params, access: FULL_ACCESS, rules: CONTRACT_RULES, limits: CHECK_LIMITS, cache },
        shape: "find",
      });
      const { entries } = findMany(reading(on.state, query), TEXT, query);
      return entries.map(({ text }) => text);
    };
    const answers = [ask(), ask(), ask()];
    expect(answers[1]).toEqual(answers[0]);
    expect(answers[2]).toEqual(answers[0]);
    return answers[0]?.map((text) => JSON.parse(text));
  };
  const red = write((tx) => createDocument(tx, payload(tag, { name: "red" }), true)).documentId;
  const first = write((tx) =>
    createDocument(tx, payload(page, { title: "one", tags: [red], parts: [{ tag: red }] }), true),
  ).documentId;
  return { engine, write, payload, pages, red, first };
}

const named = (name: string) => [
  expect.objectContaining({
    tags: [expect.objectContaining({ name })],
    parts: [expect.objectContaining({ id: expect.any(Number) })],
  }),
];

describe("populated entries that are requested again", () => {
  it("show a change of a linked entry", () => {
    const { write, payload, pages, red } = open();
    expect(pages()).toEqual(named("red"));
    write((tx) => updateDocument(tx, payload(tag, { name: "blue" }), red, true));
    expect(pages()).toEqual(named("blue"));
  });

  it("show a change of the links, from either end", () => {
    const { write, payload, pages, red, first } = open();
    expect(pages()).toEqual(named("red"));
    write((tx) => updateDocument(tx, payload(page, { tags: [] }), first, true));
    expect(pages()).toEqual([expect.objectContaining({ tags: [] })]);
    write((tx) => updateDocument(tx, payload(tag, { pages: [first] }), red, true));
    expect(pages()).toEqual(named("red"));
  });

  it("show that a linked entry, also of a component, is gone", () => {
    const { write, pages, red } = open();
    const params = { populate: { tags: true, parts: { populate: "tag" } } };
    expect(pages(params)).toEqual([
      expect.objectContaining({ parts: [expect.objectContaining({ tag: expect.objectContaining({ name: "red" }) })] }),
    ]);
    write((tx) => deleteDocument(tx, tag, red));
    expect(pages(params)).toEqual([
      expect.objectContaining({ tags: [], parts: [expect.objectContaining({ tag: null })] }),
    ]);
  });

  it("show a change of the entry itself", () => {
    const { write, payload, pages, first } = open();
    pages();
    write((tx) => updateDocument(tx, payload(page, { title: "two" }), first, true));
    expect(pages()).toEqual([expect.objectContaining({ title: "two" })]);
  });

  it("are not those of a fork", () => {
    const { engine, write, payload, pages, red } = open();
    pages();
    const fork = engine.fork();
    write((tx) => updateDocument(tx, payload(tag, { name: "blue" }), red, true), fork);
    expect(pages({ populate: "*" }, fork)).toEqual(named("blue"));
    expect(pages()).toEqual(named("red"));
  });

  it("make room for others, also for selections of which there are no entries", () => {
    const { engine, pages } = open();
    pages();
    const params = { populate: "*" };
    const query = checked(schema, page, params);
    const entries = (asked: typeof query) => findMany(reading(engine.state, asked), TEXT, asked).entries;
    entries(query);
    const [kept] = entries(query);
    expect(entries(query)[0]).toBe(kept);
    for (let at = 0; at < 10_000; at++) {
      const other = { ...query, select: [...query.select], page: { ...query.page, limit: 0 } };
      entries(other);
      entries(other);
    }
    expect(entries(query)[0]).not.toBe(kept);
  });

  it("are those that the selection shows", () => {
    const { pages } = open();
    expect(pages()).toEqual(named("red"));
    expect(pages({ populate: { tags: { fields: ["id"] } } })).toEqual([
      expect.objectContaining({ tags: [{ id: 1, documentId: expect.any(String) }] }),
    ]);
    expect(pages({ populate: "tags", fields: ["title"] })).toEqual([
      { id: 1, documentId: expect.any(String), title: "one", tags: [expect.objectContaining({ name: "red" })] },
    ]);
  });
});
