import type { Locator, Page } from "@playwright/test";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { createGalley, type Galley } from "../../../../transport/galley.ts";
import { leaveTab, openTab, type Tab, type TabOptions } from "../../../support/browser/browser-tab.ts";
import { WITHOUT_CHROMIUM } from "../../../support/browser/open-browser.ts";
import { BLOG } from "../../../support/content/blog.ts";

const TOKEN = "a-token-for-the-editor-of-these-tests";

let galley: Galley;
let mute: Galley;
let url: string;
beforeAll(async () => {
  galley = await createGalley({
    schema: BLOG,
    graphql: true,
    roles: { public: { tag: ["find", "findOne"] } },
    tokens: [{ name: "editor", token: TOKEN, access: "full-access" }],
  });
  mute = await createGalley({ schema: BLOG, graphql: { introspection: false }, roles: { public: { tag: ["find"] } } });
  await galley.documents("api::tag.tag").create({ data: { name: "Storms" }, status: "published" });
  url = `${(await galley.listen({ port: 0 })).url}/graphql`;
});
afterAll(async () => {
  await leaveTab();
  await Promise.all([galley?.close(), mute?.close()]);
});

let tab: Tab;
let page: Page;
/** Chromium reports every answer with an error status. */
let refusals: boolean;

/** The page's requests and errors are checked after each test. */
async function open(address = url, options: TabOptions = {}): Promise<void> {
  tab = await openTab(address, options);
  page = tab.page;
  refusals = false;
  await page.goto(address);
}
afterEach(() => {
  expect(tab.complaints.filter((text) => !(refusals && text.includes("status of 400")))).toEqual([]);
  expect(tab.hosts.size).toBe(1);
});

const editor = (id: string): Locator => page.locator(`#${id} .cm-content`);
const button = (name: string): Locator => page.getByRole("button", { name, exact: true });
/** In the place of what an editor holds. */
async function write(id: string, text: string): Promise<void> {
  await editor(id).press("Control+a");
  await page.keyboard.insertText(text);
}

const schemaIsRead = (): Promise<void> => page.locator("#schema h3").first().waitFor({ state: "attached" });

async function run(query: string): Promise<unknown> {
  await write("query", query);
  await page.keyboard.press("Control+Enter");
  await page
    .getByRole("status")
    .getByText(/^200 · /)
    .waitFor();
  return answer();
}

async function answer(): Promise<unknown> {
  return JSON.parse(await editor("result").innerText());
}

describe.skipIf(WITHOUT_CHROMIUM)("the GraphQL page in Chromium", () => {
  it("completes and checks by the schema, and shows the answer to a completed query", async () => {
    await open();
    await schemaIsRead();
    await write("query", "{ }");
    await editor("query").press("ArrowLeft");
    await editor("query").pressSequentially("tags_");
    const completion = page.getByRole("option", { name: "tags_connection" });
    await completion.waitFor();
    await completion.click();
    await editor("query").pressSequentially("{ nodes { na");
    // By mouse: just after the list has opened, Enter still belongs to the text.
    await page.getByRole("option", { name: /^name/ }).click();
    await button("Run").click();
    await page
      .getByRole("status")
      .getByText(/^200 · /)
      .waitFor();
    expect(await answer()).toEqual({ data: { tags_connection: { nodes: [{ name: "Storms" }] } } });

    await write("query", "{ tags { nope } }");
    await expect.poll(() => page.locator("#query .cm-lintRange-error").allInnerTexts()).toEqual(["nope"]);
  });

  it("leads through the schema from type to type, by mouse and by keys", async () => {
    await open();
    await schemaIsRead();
    await button("Schema").click();
    const panel = page.getByRole("complementary", { name: "Schema" });
    await panel.getByRole("button", { name: "Query" }).first().click();
    await panel.getByRole("button", { name: "PostFiltersInput" }).first().click();
    await panel.getByRole("heading", { name: "PostFiltersInput" }).waitFor();
    await expect
      .poll(() => panel.getByRole("listitem").filter({ hasText: "title: StringFilterInput" }).count())
      .toBe(1);

    await panel.getByRole("searchbox").fill("tag.name");
    await expect.poll(() => panel.getByRole("listitem").count()).toBe(0);
    await panel.getByRole("searchbox").fill("PublicationStatus");
    await panel.getByRole("button", { name: "PublicationStatus" }).press("Enter");
    await expect.poll(() => panel.getByRole("listitem").allInnerTexts()).toEqual(["DRAFT", "PUBLISHED"]);
    await page.keyboard.press("Escape");
    await panel.waitFor({ state: "hidden" });
    await expect.poll(() => button("Schema").and(page.locator(":focus")).count()).toBe(1);

    await write("query", "{ tags { name } }");
    await editor("query")
      .getByText("tags")
      .click({ modifiers: ["Control"] });
    await panel.getByRole("heading", { name: "Tag", exact: true }).waitFor();
  });

  it("keeps history and drafts, but no token beyond the tab", async () => {
    await open();
    await page.getByRole("tab", { name: "Headers" }).click();
    await page.getByLabel("Token").fill(TOKEN);
    expect(await run('mutation { createTag(data: { name: "Tides" }) { name } }')).toEqual({
      data: { createTag: { name: "Tides" } },
    });
    expect(await run('{ tags(filters: { name: { eq: "Tides" } }) { name } }')).toEqual({
      data: { tags: [{ name: "Tides" }] },
    });
    await page.reload();
    await expect.poll(() => editor("query").innerText()).toContain("Tides");
    expect(await page.evaluate("Object.values(localStorage).join()")).not.toContain(TOKEN);

    await button("History").click();
    const panel = page.getByRole("complementary", { name: "History" });
    await expect.poll(() => panel.getByRole("listitem").count()).toBe(2);
    await panel.getByRole("button", { name: "mutation" }).click();
    await expect.poll(() => editor("query").innerText()).toContain("createTag");
    await panel.getByRole("button", { name: "Remove from history" }).first().click();
    await panel.getByRole("button", { name: "Clear all" }).click();
    await panel.getByText("are listed here").waitFor();

    await page.evaluate("for (const key of Object.keys(localStorage)) localStorage.setItem(key, '[1, {')");
    await page.reload();
    await button("History").click();
    await panel.getByText("are listed here").waitFor();
  });

  it("sends the operation at the cursor with variables, formatted on request", async () => {
    await open();
    await write("variables-editor", '{"n":1}');
    await write("query", "query A { __typename } query B($n: Int) { tags(pagination: {pageSize: $n}) { name } }");
    await button("Prettify").click();
    await expect.poll(() => editor("query").innerText()).toMatch(/^query A \{\n {2}__typename\n\}/);
    await expect.poll(() => editor("variables-editor").innerText()).toBe('{\n  "n": 1\n}');
    await editor("query").press("Control+End");
    await page.keyboard.press("Control+Enter");
    await page
      .getByRole("status")
      .getByText(/^200 · /)
      .waitFor();
    expect(await answer()).toEqual({ data: { tags: [{ name: "Storms" }] } });

    await write("query", "{\n# all\ntags { name } # end\n}");
    await button("Prettify").click();
    await expect.poll(() => editor("query").innerText()).toBe("{\n  # all\n  tags { name } # end\n}");
  });

  it("shares an operation by a link", async () => {
    await open(`${url}/`, { permissions: ["clipboard-read", "clipboard-write"] });
    await write("query", "{ tags { name } } # 100 % & more");
    await write("variables-editor", '{"a": "ü"}');
    await button("Copy link").click();
    await page.getByRole("status").getByText("copied").waitFor();
    const link = await page.evaluate<string>("navigator.clipboard.readText()");

    await open(link);
    await expect.poll(() => editor("query").innerText()).toBe("{ tags { name } } # 100 % & more");
    await expect.poll(() => editor("variables-editor").innerText()).toBe('{"a": "ü"}');
    await expect.poll(() => page.url()).toBe(`${url}/`);
  });

  it("reads the operation of a query string, and marks the editor with invalid JSON", async () => {
    await open(`${url}?query=${encodeURIComponent("{ tags { name } }")}`);
    await expect.poll(() => editor("query").innerText()).toBe("{ tags { name } }");
    await write("variables-editor", "{ n");
    await button("Run").click();
    await expect.poll(() => page.getByRole("status").innerText()).toMatch(/^Variables: /);
  });

  it("fits a phone, in the dark", async () => {
    await open(url, { viewport: { width: 360, height: 640 }, colorScheme: "dark" });
    await schemaIsRead();
    await button("Schema").click();
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(360);
    expect(await page.evaluate("getComputedStyle(document.body).backgroundColor")).toBe("rgb(23, 23, 27)");
    expect(await page.evaluate("getComputedStyle(document.querySelector('#query').shadowRoot.firstChild).color")).toBe(
      "rgb(236, 236, 241)",
    );
  });

  it("does without the schema when the server does not tell it", async () => {
    await open(`${(await mute.listen({ port: 0 })).url}/graphql`);
    await page.getByRole("status").getByText("introspection is off").waitFor();
    expect(await run("{ __typename }")).toEqual({ data: { __typename: "Query" } });
    await button("Schema").click();
    await expect
      .poll(() => page.getByRole("complementary", { name: "Schema" }).innerText())
      .toContain("introspection is off");
    refusals = true;
  });
});
