import { describe, expect, it } from "vitest";
import { patternOf } from "../../../../engine/schema/pattern/pattern.ts";
import { createGalley } from "../../../../transport/galley.ts";
import { loadProject } from "../../../../transport/strapi/project/load-project.ts";
import { typeFile, writeProject } from "../../../transport/strapi/project/write-project.ts";

const WORDS = "\\b(\\w+\\W+){1,300}$";

describe("an expression with counts", () => {
  it.each([WORDS, "^((a{0,100}){0,10})*$", "^(?=\\b(\\w+\\W+){1,300}$)(?!x)"])("%s is for short texts", (source) => {
    expect(patternOf(new RegExp(source))?.maxLength).toBeLessThan(2_000);
  });

  it.each(["^[a-z0-9-]+$", "^\\d{1,3}$", "^\\S+@\\S+$"])("%s is for long ones too", (source) => {
    expect(patternOf(new RegExp(source))?.maxLength).toBeGreaterThan(100_000);
  });
});

const attributes = { text: { type: "text", regex: WORDS }, short: { type: "string", regex: WORDS } } as const;
const page = {
  kind: "collectionType",
  info: { singularName: "page", pluralName: "pages", displayName: "Page" },
  attributes,
} as const;

it.each(["contract", "strapi"] as const)(
  "%s: a text that is too long for it is refused with the reason",
  async (profile) => {
    await using galley = await createGalley({ profile, schema: { contentTypes: { "api::page.page": page } } });
    const pages = galley.documents("api::page.page");
    const create = (text: string) => pages.create({ data: { text } });
    await expect(create("a ".repeat(100_000))).rejects.toThrow(/at most \d+ characters: longer texts take too long/);
    expect(await create("a ".repeat(250))).toMatchObject({ text: "a ".repeat(250) });
  },
);

it("a project is warned of attributes that allow longer values", async () => {
  const path = "src/api/page/content-types/page/schema.json";
  const { warnings } = await loadProject(await writeProject({ [path]: typeFile("page", attributes) }));
  expect(warnings).toEqual([
    expect.objectContaining({
      file: path,
      message: expect.stringMatching(/^is slow: values of more than \d+ characters/),
    }),
  ]);
});
