import type { Locator } from "@playwright/test";
import { describe, expect, it } from "vitest";
import type { SchemaDefinition } from "../../../../engine/index.ts";
import { WITHOUT_CHROMIUM } from "../../../support/browser/open-browser.ts";
import { expectAccessible } from "../../../support/browser/open-studio.ts";
import { button, galley, open, page, studioTests } from "../../../support/browser/studio-tests.ts";
import { schemaOf } from "../../../support/content/schema-of.ts";

const SCHEMA: SchemaDefinition = schemaOf(
  {
    note: {
      attributes: {
        title: { type: "string" },
        body: { type: "blocks" },
        extra: { type: "json" },
        about: { type: "relation", relation: "morphToMany" },
        parts: { type: "component", component: "shared.part", repeatable: true },
        code: { type: "string", private: true },
      },
    },
    guide: {
      pluginOptions: { i18n: { localized: true } },
      attributes: {
        title: { type: "string", pluginOptions: { i18n: { localized: true } } },
        code: { type: "string" },
      },
    },
    tag: { dp: false, attributes: { name: { type: "string" } } },
  },
  { "shared.part": { weight: { type: "integer" }, secret: { type: "string", private: true } } },
);

let tag: string;
studioTests(
  {
    schema: SCHEMA,
    locales: { en: {}, fr: {}, de: { fallback: "en" } },
  },
  async () => {
    tag = String((await galley.documents("api::tag.tag").create({ data: { name: "Storms" } })).documentId);
  },
);

const block = (number: number): Locator => page.getByRole("textbox", { name: `body, block ${number}`, exact: true });
const notes = () => galley.documents("api::note.note");

const text = (words: string, marks = {}) => ({ type: "text", text: words, ...marks });

describe.skipIf(WITHOUT_CHROMIUM)("the edit form of Studio", () => {
  it("writes rich text with the keyboard", async () => {
    await open("content/notes/new");
    await page.getByLabel("title").fill("Keys");
    await button("Add text to body").press("Enter");
    await block(1).pressSequentially("Strong <b>tea</b> and milk");
    await page.keyboard.press("Control+Home");
    for (let step = 0; step < 6; step++) await page.keyboard.press("Shift+ArrowRight");
    await page.keyboard.press("Control+b");
    await button("link").focus();
    await page.keyboard.press("Enter");
    await page.getByLabel("Where the link in body goes").fill("https://example.org");
    await page.keyboard.press("Enter");
    await block(1).press("End");
    await page.keyboard.press("Enter");
    await page.keyboard.type("one");
    await page.getByLabel("Kind of body, block 2").selectOption("ordered");
    await block(2).press("End");
    await page.keyboard.press("Enter");
    await page.keyboard.type("twoo");
    await page.keyboard.press("Backspace");
    await page.keyboard.press("Enter");
    // Enter in an empty item ends the list.
    await page.keyboard.press("Enter");
    await page.keyboard.type("A head");
    await page.getByLabel("Kind of body, block 4").selectOption("heading 2");
    await expectAccessible(page, true);
    await button("Save draft").press("Enter");
    await page.getByRole("heading", { level: 1, name: /Keys/ }).waitFor();

    const [note] = await notes().findMany({ filters: { title: "Keys" }, status: "draft" });
    expect(note?.body).toEqual([
      {
        type: "paragraph",
        children: [
          { type: "link", url: "https://example.org", children: [text("Strong", { bold: true })] },
          text(" <b>tea</b> and milk"),
        ],
      },
      {
        type: "list",
        format: "ordered",
        children: [
          { type: "list-item", children: [text("one")] },
          { type: "list-item", children: [text("two")] },
        ],
      },
      { type: "heading", level: 2, children: [text("A head")] },
    ]);
  });

  it("preserves unknown parts of rich text, and pastes plain text", async () => {
    const body = [
      { type: "code", language: "sql", children: [text("select 1")] },
      {
        type: "list",
        format: "unordered",
        indentLevel: 0,
        children: [
          { type: "list-item", children: [text("a", { colour: "red" })] },
          { type: "list", format: "ordered", indentLevel: 1, children: [{ type: "list-item", children: [text("b")] }] },
        ],
      },
      { type: "quote", children: [text("end")] },
    ];
    const { documentId } = await notes().create({ data: { title: "Kept", body } });
    await open(`content/notes/${documentId}`);
    await button("Edit").click();
    await block(4).focus();
    await page.keyboard.press("End");
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.evaluate(`navigator.clipboard.write([
      new ClipboardItem({ "text/html": new Blob(["<b>!</b>"], { type: "text/html" }), "text/plain": "!" }),
    ])`);
    await page.keyboard.press("Control+v");
    await expect.poll(() => block(4).innerText()).toBe("end!");
    expect(await page.locator(".line b").count()).toBe(0);
    await button("Save draft").click();
    const stored = async () => (await notes().findOne({ documentId: String(documentId), status: "draft" }))?.body;
    await expect.poll(stored).toEqual([...body.slice(0, 2), { type: "quote", children: [text("end!")] }]);
  });

  it("edits JSON in an editor that marks where it is none, and that Tab leaves", async () => {
    const { documentId } = await notes().create({ data: { title: "Data", extra: { a: 1 } } });
    await open(`content/notes/${documentId}`);
    await button("Edit").click();
    const editor = page.locator(".json-editor .cm-content");
    await editor.waitFor();
    await expect.poll(() => editor.getAttribute("aria-label")).toBe("extra");
    await editor.press("Control+a");
    await page.keyboard.insertText('{\n  "a": [1, x]\n}');
    await page.getByText("Not JSON yet: line 2, column 12").waitFor();
    await expect.poll(() => page.locator(".json-editor .cm-lintRange-error").innerText()).toBe("x");
    await expect.poll(() => editor.getAttribute("aria-invalid")).toBe("true");
    await expectAccessible(page);
    await editor.press("Control+a");
    await page.keyboard.insertText('{ "a": [1, null] }');
    await page.getByText("Not JSON yet").waitFor({ state: "detached" });
    await page.keyboard.press("Escape");
    await page.keyboard.press("Tab");
    await expect.poll(() => page.locator(".json-editor .cm-content:focus").count()).toBe(0);
    await button("Save draft").click();
    const stored = async () => (await notes().findOne({ documentId: String(documentId), status: "draft" }))?.extra;
    await expect.poll(stored).toEqual({ a: [1, null] });
  });

  it("keeps unsaved input while another view is open, and hidden values", async () => {
    const parts = [1, 2, 3].map((weight) => ({ weight, secret: `of ${weight}` }));
    const { documentId } = await notes().create({ data: { title: "Parts", code: "C1", parts } });
    await open(`content/notes/${documentId}`);
    await button("Edit").click();
    await button("Save draft").click();
    await page.getByText("Nothing was changed").waitFor();
    await button("Remove Part 1").click();
    const weights = page.getByLabel("weight");
    const values = () => weights.evaluateAll((all) => all.map((one) => Reflect.get(one, "value")));
    await expect.poll(values).toEqual(["2", "3"]);
    await weights.first().fill("20");
    await button("Draft").click();
    await page.getByText("GET /api").waitFor();
    await button("Edit, not saved").click();
    await expect.poll(() => weights.first().inputValue()).toBe("20");
    await button("Save draft").click();
    await page.getByText("Draft saved").waitFor();
    await button("Edit").waitFor();
    const stored = await notes().findOne({ documentId: String(documentId), status: "draft", populate: ["parts"] });
    expect(stored).toMatchObject({
      code: "C1",
      parts: [
        { weight: 20, secret: "of 2" },
        { weight: 3, secret: "of 3" },
      ],
    });
  });

  it("links to an entry of any type, once the type is chosen", async () => {
    const { documentId } = await notes().create({ data: { title: "About" } });
    await open(`content/notes/${documentId}`);
    await button("Edit").click();
    await page.getByLabel("Type to find for about").selectOption({ label: "Tag" });
    await button("Find entries for about").click();
    await button("Storms").click();
    await button("Save draft").click();
    const query = { documentId: String(documentId), status: "draft", populate: { about: true } } as const;
    const stored = async () => (await notes().findOne(query))?.about;
    await expect.poll(stored).toMatchObject([{ __type: "api::tag.tag", documentId: tag }]);
    await button("Draft").click();
    await page.getByRole("link", { name: "Storms" }).waitFor();
  });

  it("creates a locale of an entry, and shows its fallback", async () => {
    const guides = galley.documents("api::guide.guide");
    const { documentId } = await guides.create({ data: { title: "Tea", code: "T1" }, status: "published" });
    await open(`content/guides/${documentId}`);
    await page.getByLabel("Locale").selectOption("de");
    await page.getByText("not written in de, shown in en").waitFor();
    expect(await button("Publish").count()).toBe(0);
    expect(await page.getByLabel("Locale").locator("option", { hasText: "not written" }).count()).toBe(2);
    await page.getByLabel("Locale").selectOption("fr");
    await page.getByText("not written in fr", { exact: true }).waitFor();
    await page.getByLabel("title").fill("Thé");
    expect(await page.getByRole("textbox", { name: "code" }).inputValue()).toBe("T1");
    await expectAccessible(page);
    await button("Save and publish").click();
    const stored = () => guides.findOne({ documentId: String(documentId), locale: "fr", status: "published" });
    await expect.poll(stored).toMatchObject({ title: "Thé", code: "T1", locale: "fr" });
    await button("Published").click();
    await page.getByRole("link", { name: "Tea (en)" }).click();
    await expect.poll(() => page.getByLabel("Locale").inputValue()).toBe("en");
    await page.getByLabel("Locale").selectOption("fr");
    await button("Delete").click();
    await page.getByText("in this locale, fr").waitFor();
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    await expect.poll(stored).toBeNull();
    expect(await guides.count({ filters: { code: "T1" } })).toBe(1);
  });

  it("duplicates an entry into another locale", async () => {
    const guides = galley.documents("api::guide.guide");
    const { documentId } = await guides.create({ data: { title: "Soup", code: "S1" }, status: "published" });
    await open(`content/guides/${documentId}`);
    await page.getByRole("link", { name: "Duplicate" }).click();
    await page.getByRole("heading", { level: 1, name: /Duplicate/ }).waitFor();
    await page.getByLabel("Locale", { exact: true }).selectOption("fr");
    // The form of the other locale is gone by then.
    await page.getByText(/^POST .*locale=fr/).waitFor();
    await expect.poll(() => page.getByLabel("title").inputValue()).toBe("Soup");
    await page.getByLabel("title").fill("Soupe");
    await button("Save and publish").click();
    await page.getByRole("heading", { level: 1, name: /Soupe/ }).waitFor();
    const [copy] = await guides.findMany({ filters: { title: "Soupe" }, locale: "fr", status: "published" });
    expect(copy).toMatchObject({ code: "S1", locale: "fr" });
    expect(copy?.documentId).not.toBe(documentId);
  });

  it("shows a table in a locale, and makes an entry in it", async () => {
    const guides = galley.documents("api::guide.guide");
    await guides.create({ data: { title: "Rice" }, status: "published" });
    await open("content/guides");
    await page.getByLabel("Locale", { exact: true }).selectOption("fr");
    await page.getByText("locale=fr").waitFor();
    await expect.poll(() => page.getByRole("link", { name: "Rice" }).count()).toBe(0);
    await page.getByRole("link", { name: "New entry" }).click();
    await page.getByRole("heading", { level: 1, name: /New entry/ }).waitFor();
    expect(await page.getByLabel("Locale", { exact: true }).inputValue()).toBe("fr");
    await page.getByLabel("title").fill("Riz");
    await button("Save and publish").click();
    await page.getByRole("heading", { level: 1, name: /Riz/ }).waitFor();
    expect(await page.getByLabel("Locale", { exact: true }).inputValue()).toBe("fr");
    await button("Unpublish").waitFor();
    await expectAccessible(page);
    expect(await guides.findMany({ filters: { title: "Riz" }, locale: "fr" })).toMatchObject([{ locale: "fr" }]);
    await page.getByRole("heading", { level: 1 }).getByRole("link").click();
    await page.getByText("locale=fr&fields").waitFor();
    await page.getByRole("link", { name: "Riz" }).click();
    await page.getByRole("heading", { level: 1, name: /Riz/ }).waitFor();
  });

  it("discards a draft on a server whose API has no route for it", async () => {
    const body = [{ type: "paragraph", children: [text("before")] }];
    const { documentId } = await notes().create({ data: { title: "Old", body }, status: "published" });
    await notes().update({ documentId: String(documentId), data: { title: "New", body: null } });
    await open(`content/notes/${documentId}?versions=draft`);
    await button("Discard draft").click();
    const stored = () => notes().findOne({ documentId: String(documentId), status: "draft" });
    await expect.poll(stored).toMatchObject({ title: "Old", body });
  });
});
