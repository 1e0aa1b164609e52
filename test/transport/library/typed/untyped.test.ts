import { describe, expect, expectTypeOf, it } from "vitest";
import { createGalley, defineSchema, type Galley } from "../../../../transport/galley.ts";
import { loadProject } from "../../../../transport/index.ts";
import type { DocumentService } from "../../../../transport/library/documents/document-service.ts";
import { BLOG } from "../../../support/content/blog.ts";
import { newFolder } from "../../../support/folder.ts";
import recipe from "./recipe.schema.json" with { type: "json" };

describe("createGalley", () => {
  it("takes imported schema files, whose documents are untyped", async () => {
    await using galley = await createGalley({ schema: { contentTypes: { "api::recipe.recipe": recipe } } });
    const recipes = galley.documents("api::recipe.recipe");
    expectTypeOf(recipes).toEqualTypeOf<DocumentService>();
    const soup = await recipes.create({ data: { name: "Soup", minutes: 20 } });
    await recipes.create({ data: { name: "Stew", related: { connect: [soup.documentId] } } });
    const found = await recipes.findMany({ filters: { related: { minutes: { $lt: 30 } } }, populate: ["related"] });
    expect(found).toMatchObject([{ name: "Stew", related: [{ name: "Soup" }] }]);
  });

  it("takes definitions of which nothing is known", async () => {
    const folder = await newFolder();
    const { writeFile, mkdir } = await import("node:fs/promises");
    const place = `${folder}/src/api/recipe/content-types/recipe`;
    await mkdir(place, { recursive: true });
    await writeFile(`${place}/schema.json`, JSON.stringify(recipe));
    const { definition } = await loadProject(folder);
    await using galley = await createGalley({ schema: definition });
    expectTypeOf(galley.documents<string>).returns.toEqualTypeOf<DocumentService>();
    expect(await galley.documents("api::recipe.recipe").count()).toBe(0);
  });

  it("types known content types next to unknown ones", async () => {
    const contentTypes = { ...BLOG.contentTypes, "api::recipe.recipe": recipe };
    await using galley = await createGalley({ schema: { contentTypes, components: BLOG.components } });
    expectTypeOf(galley.documents("api::recipe.recipe")).toEqualTypeOf<DocumentService>();
    const author = await galley.documents("api::author.author").create({ data: { name: "Ada" } });
    expectTypeOf(author.name).toEqualTypeOf<string>();
    expect(author.name).toBe("Ada");
  });

  it("types literals that are given in place", async () => {
    await using galley = await createGalley({
      schema: {
        contentTypes: {
          "api::word.word": {
            info: { singularName: "word", pluralName: "words", displayName: "Word" },
            attributes: {
              text: { type: "string", required: true },
              kind: { type: "enumeration", enum: ["noun", "verb"] },
              colour: { type: "customField", customField: "plugin::color-picker.color" },
              secret: { type: "password" },
              notes: { type: "json", private: true },
              count: { type: "biginteger", required: true, default: "0" },
            },
          },
        },
      },
    });
    const words = galley.documents("api::word.word");
    const run = await words.create({
      data: { text: "run", kind: "verb", secret: "s", notes: { a: 1 }, colour: "red" },
    });
    expectTypeOf(run.kind).toEqualTypeOf<"noun" | "verb" | null>();
    expectTypeOf(run.colour).toEqualTypeOf<string | null>();
    expectTypeOf(run.count).toEqualTypeOf<string>();
    expectTypeOf(run.secret).toEqualTypeOf<string | null>();
    expect(run).toMatchObject({ kind: "verb", count: "0", notes: { a: 1 }, secret: expect.stringMatching(/^\$2/) });
    // @ts-expect-error Not one of its values.
    await expect(words.create({ data: { text: "x", kind: "adverb" } })).rejects.toThrow("one of the following values");
    // @ts-expect-error Nobody may look for a hash.
    await expect(words.findMany({ filters: { secret: "s" } })).rejects.toThrow("Invalid key secret");
  });

  it("gives a value that functions for any Galley accept", async () => {
    const close = (galley: Galley) => galley.close();
    const galley = await createGalley({ schema: defineSchema(BLOG) });
    await close(galley);
    expect(() => galley.documents("api::post.post")).not.toThrow();
  });
});

describe("defineSchema", () => {
  it("refuses invalid definitions", () => {
    const info = { singularName: "word", pluralName: "words", displayName: "Word" } as const;
    expect(() =>
      // @ts-expect-error No such type of attribute.
      defineSchema({ contentTypes: { "api::word.word": { info, attributes: { text: { type: "strin" } } } } }),
    ).toThrow("attributes.text.type");
  });
});
