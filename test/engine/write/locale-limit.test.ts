import { describe, expect, it } from "vitest";
import { BuildSignals } from "../../../engine/indexes/building/build-signals.ts";
import { IndexDemand } from "../../../engine/indexes/building/index-demand.ts";
import { IndexBudget } from "../../../engine/indexes/index-budget.ts";
import { IndexCache } from "../../../engine/indexes/index-cache.ts";
import {
  createDocument,
  defineSchema,
  Engine,
  FULL_ACCESS,
  STRAPI_RULES,
  updateDocument,
} from "../../../engine/internal.ts";
import { schemaOf } from "../../support/content/schema-of.ts";

const localized = { pluginOptions: { i18n: { localized: true } } };
const schema = defineSchema(
  schemaOf({
    page: {
      dp: false,
      ...localized,
      attributes: { title: { type: "string", ...localized }, kind: { type: "string" } },
    },
  }),
);
const type = schema.type("api::page.page");

describe("a type with as many locales as it may have", () => {
  const engine = new Engine(schema, STRAPI_RULES);
  const batch = engine.begin({ now: () => 0, newDocumentId: () => "page" });
  const payload = (locale: string | null, data: object) =>
    ({ type, data, access: FULL_ACCESS, unknownKeys: "refuse", locale }) as const;
  const write = (locale: string | null, data: object = { title: "t" }) =>
    batch.write((tx) => updateDocument(tx, payload(locale, data), "page", false));
  batch.write((tx) => createDocument(tx, payload(null, { title: "t", kind: "a" }), false, "page"));
  batch.write((tx) => {
    for (let at = 1; at < 500; at++) updateDocument(tx, payload(`l${at}`, { title: "t" }), "page", false);
  });

  it("refuses one more, and names the limit", () => {
    expect(() => write("one-more")).toThrow(/500 locales already/);
  });

  it("accepts the ones that it has", () => {
    expect(write("l499").result.locale).toBe("l499");
    expect(write(null).result.locale).toBeNull();
  });

  it("shares a value with all of them", () => {
    const { commit } = write("l7", { kind: "b" });
    expect(commit?.changes.map((change) => change.kind === "put" && change.version.values.kind)).toEqual(
      Array.from({ length: 500 }, () => "b"),
    );
  });

  it("shares no value again that is the same in all", () => {
    expect(write("l7", { title: "u" }).commit?.changes).toHaveLength(1);
  });
});

it("a configuration of more locales is refused", () => {
  const locales = ["en", ...Array.from({ length: 500 }, (_, at) => `aa-a${at}b`)];
  expect(() => defineSchema({ ...schemaOf({}), locales })).toThrow(/500 at most/);
});

it("a code that the standard does not know has itself as its name", () => {
  const { locales } = defineSchema({ ...schemaOf({}), locales: ["en", "aa-1"] });
  expect(locales.map(({ name }) => name)).toEqual(["English (en)", "aa-1"]);
});

describe("indexes of many locales", () => {
  it("count together for what is built at once", () => {
    const demand = new IndexDemand(new BuildSignals(), true);
    demand.begin({});
    expect([1, 2, 3, 4].map(() => demand.indexesAtOnce(1_000, 20_000))).toEqual([true, true, false, false]);
    expect(demand.joinsAtOnce(50, 78)).toBe(true);
    demand.begin({}, true);
    expect(demand.indexesAtOnce(1_000, 20_000)).toBe(false);
    expect(demand.joinsAtOnce(50, 78)).toBe(false);
    demand.begin({});
    expect(demand.indexesAtOnce(1_000, 20_000)).toBe(true);
  });

  it("are measured all at once only after they have grown by a part of the limit", () => {
    let measured = 0;
    const budget: IndexBudget = new IndexBudget(1_000_000, () => {
      measured += 1;
      return [cache];
    });
    const cache = new IndexCache<{ readonly bytes: number }>(budget);
    for (let at = 0; at < 1_000; at++) cache.add(String(at), { bytes: 100 });
    expect(measured).toBeLessThan(10);
    for (let at = 0; at < 1_000; at++) cache.add(String(at), { bytes: 10_000 });
    expect(cache.size).toBeLessThan(110);
  });
});
