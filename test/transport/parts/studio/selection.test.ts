import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PROFILES } from "../../../../transport/contract/profiles/profile-name.ts";
import { createGalley, type Galley } from "../../../../transport/galley.ts";
import { queryText } from "../../../../transport/parts/studio/browser/core/query-text.ts";
import { type Attribute, isPopulated, type Models } from "../../../../transport/parts/studio/browser/model/model.ts";
import type { OpenApi } from "../../../../transport/parts/studio/browser/model/open-api.ts";
import { readModels } from "../../../../transport/parts/studio/browser/model/read-models.ts";
import {
  choicesBelow,
  choicesOf,
  readSelection,
  type Selection,
  shownByItself,
  toggled,
  writeSelection,
} from "../../../../transport/parts/studio/browser/request-pane/selection.ts";
import { selectionParameters } from "../../../../transport/parts/studio/browser/request-pane/selection-parameters.ts";
import { BLOG } from "../../../support/content/blog.ts";
import { fc } from "../../../support/fast-check.ts";

const TOKEN = "a-token-for-these-tests";
const TYPES = ["api::post.post", "api::page.page", "api::author.author"] as const;

describe.each(PROFILES)("a selection in profile %s", (profile) => {
  let galley: Galley;
  let models: Models;
  beforeAll(async () => {
    galley = await createGalley({
      schema: BLOG,
      profile,
      uploads: true,
      tokens: [{ name: "reader", token: TOKEN, access: "full-access" }],
    });
    await galley.make("author", 2);
    await galley.make("post", 3, { status: "published" });
    await galley.make("page", 3, { status: "published" });
    models = readModels(JSON.parse(JSON.stringify(await galley.openapi())) as OpenApi);
  });
  afterAll(() => galley.close());

  const levelOf = (uid: string): readonly Attribute[] => {
    const model = models.byUid(uid);
    return model === undefined ? [] : choicesOf(model);
  };

  /** A place among the choices: each number takes one of those at its level. */
  const place = (uid: string, steps: readonly number[]): readonly string[] => {
    let choices = levelOf(uid);
    const path: string[] = [];
    for (const step of steps) {
      const attribute = choices[step % Math.max(1, choices.length)];
      if (attribute === undefined) break;
      path.push(attribute.name);
      choices = choicesBelow(attribute, models);
    }
    return path;
  };

  /** Expects an entry to have the chosen attributes alone, at every depth. */
  function expectShape(entry: unknown, choices: readonly Attribute[], selection: Selection): void {
    if (typeof entry !== "object" || entry === null) return;
    const has = new Set(Object.keys(entry));
    for (const attribute of choices) {
      const chosen = selection.find(({ name }) => name === attribute.name);
      if (chosen === undefined || attribute.type !== "password") {
        expect([attribute.name, has.has(attribute.name)]).toEqual([attribute.name, chosen !== undefined]);
      }
      if (chosen === undefined || !isPopulated(attribute) || attribute.type === "dynamiczone") continue;
      const below = chosen.below ?? shownByItself(attribute, models);
      for (const item of [Reflect.get(entry, attribute.name)].flat()) {
        expectShape(item, choicesBelow(attribute, models), below);
      }
    }
  }

  it("is answered with what is chosen, wherever one clicks", async () => {
    const clicks = fc.array(fc.array(fc.nat(30), { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...TYPES), clicks, async (uid, steps) => {
        const choices = levelOf(uid);
        const selection = steps.reduce<Selection>(
          (before, each) => toggled(before, place(uid, each), choices, models),
          [{ name: "documentId", below: null }],
        );
        expect(readSelection(writeSelection(selection))).toEqual(selection);
        const query = queryText(selectionParameters(selection, choices, models));
        const response = await galley.fetch(`${models.byUid(uid)?.path}?${query}`, {
          headers: { authorization: `Bearer ${TOKEN}` },
        });
        const { data, error } = (await response.json()) as { data: readonly unknown[]; error?: object };
        expect([query, error]).toEqual([query, undefined]);
        expect(data.length).toBeGreaterThan(0);
        for (const entry of data) expectShape(entry, choices, selection);
      }),
      { numRuns: 30 },
    );
  });

  it("of some components of a zone asks for these alone", () => {
    const choices = levelOf("api::page.page");
    const without = toggled(readSelection("title,blocks"), ["blocks", "blocks.hero"], choices, models);
    expect(writeSelection(without)).toBe("title,blocks(blocks.quote)");
    expect(queryText(selectionParameters(without, choices, models))).toBe(
      "fields=title&populate[blocks][on][blocks.quote]=true",
    );
    const deeper = toggled(without, ["blocks", "blocks.quote", "author"], choices, models);
    expect(queryText(selectionParameters(deeper, choices, models))).toBe(
      "fields=title&populate[blocks][on][blocks.quote][populate][author][fields]=name",
    );
    expect(writeSelection(toggled(without, ["blocks", "blocks.quote"], choices, models))).toBe("title");
  });
});

describe("the text of a selection", () => {
  it("is read whatever stands in an address", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom("a", "b", ",", "(", ")") }), (text) => {
        const selection = readSelection(text);
        expect(readSelection(writeSelection(selection))).toEqual(selection);
      }),
    );
  });
});
