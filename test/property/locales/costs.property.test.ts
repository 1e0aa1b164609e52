import { describe, expect, it } from "vitest";
import {
  CHECK_LIMITS,
  checkQuery,
  type Engine,
  type Entry,
  explain,
  FULL_ACCESS,
  findMany,
  OBJECTS,
  type RawParams,
  readContextOf,
} from "../../../engine/internal.ts";
import { WorkBudget } from "../../../engine/query/work-budget.ts";
import { createGalley } from "../../../transport/galley.ts";
import { localeQuestion } from "../../differential/locales/requests.ts";
import { LOCALIZED_TYPES } from "../../differential/locales/types.ts";
import { schemaOf } from "../../support/content/schema-of.ts";
import { fc } from "../../support/fast-check.ts";

const OTHERS = ["fr", "de", "es", "it"] as const;
const PAGES = 48;

/** Pages in English; in the other locales too, written later, where they are asked for. */
async function engineWith(others: readonly string[]): Promise<Engine> {
  const schema = schemaOf(LOCALIZED_TYPES.types, LOCALIZED_TYPES.components);
  const galley = await createGalley({ schema, locales: ["en", ...OTHERS], ids: "sequential", clock: "2026-01-01" });
  const [pages, topics] = [galley.documents("api::page.page"), galley.documents("api::topic.topic")];
  const letters = ["a", "b", "c", "d"] as const;
  const made: { readonly documentId: string; readonly at: number }[] = [];
  const topicIds: string[] = [];
  for (const [rank, name] of letters.entries()) {
    topicIds.push(String((await topics.create({ data: { name, rank } })).documentId));
  }
  const own = (at: number) => ({ title: `${letters[at % 4]}`, count: at % 5, topic: topicIds[at % 3], tags: topicIds });
  for (let at = 0; at < PAGES; at++) {
    const data = { ...own(at), sku: letters[at % 3], price: at % 4, link: { label: letters[at % 2] } };
    made.push({ documentId: String((await pages.create({ data, status: "published" })).documentId), at });
  }
  for (const locale of others) {
    for (const documentId of topicIds) await topics.update({ documentId, locale, data: { name: "b" } });
    for (const { documentId, at } of made) {
      await pages.update({ documentId, locale, data: own(at + 1), status: "published" });
    }
  }
  return galley.engine;
}

/** The answer of a list in English, its plan, and its work. */
function answered({ schema, state, rules }: Engine, params: RawParams) {
  const type = schema.type("api::page.page");
  const common = { schema, type, access: FULL_ACCESS, rules, limits: CHECK_LIMITS, shape: "find" } as const;
  const query = checkQuery({ ...common, params });
  const work = WorkBudget.ofCaller(1_000_000_000);
  const context = readContextOf(state, rules, query, FULL_ACCESS, "caller", { work } as object);
  const before = work.left;
  const { entries, total } = findMany(context, OBJECTS, query);
  const ids = (entries as readonly Entry[]).map(({ documentId }) => documentId);
  return { ids, total, spent: before - work.left, ...explain(context, query) };
}

describe("a list in one of five locales", () => {
  it("is found in the same way and with the same work as without other locales (P8)", async () => {
    const [alone, beside] = [await engineWith([]), await engineWith(OTHERS)];
    // Other locales are part of the answer where they are asked for.
    const inEnglish = localeQuestion.filter((drawn) => !/localizations|"\*"/.test(JSON.stringify(drawn)));
    fc.assert(
      fc.property(inEnglish, ({ locale: _, ...params }) => {
        expect(answered(beside, params)).toEqual(answered(alone, params));
      }),
      { numRuns: 30 },
    );
  });
});
