import type { Locator, Request } from "@playwright/test";
import { beforeEach, describe, expect, it } from "vitest";
import type { SchemaDefinition } from "../../../../engine/index.ts";
import { WITHOUT_CHROMIUM } from "../../../support/browser/open-browser.ts";
import { expectAccessible } from "../../../support/browser/open-studio.ts";
import { button, galley, open, page, studioTests, TOKEN, url } from "../../../support/browser/studio-tests.ts";

const info = (name: string) => ({ singularName: name, pluralName: `${name}s`, displayName: name });

/** As many projects have it: no actions over REST. */
const SCHEMA: SchemaDefinition = {
  contentTypes: {
    "api::recipe.recipe": {
      info: { ...info("recipe"), displayName: "Recipe" },
      options: { draftAndPublish: true },
      attributes: {
        slug: { type: "uid", targetField: "title" },
        title: { type: "string", required: true, maxLength: 20 },
        servings: { type: "integer", min: 1, max: 12 },
        plateCode: { type: "string", regex: "^[A-Z]{2}$" },
        author: { type: "relation", relation: "manyToOne", target: "api::cook.cook" },
        steps: { type: "blocks" },
        seo: { type: "component", component: "shared.seo" },
      },
    },
    "api::cook.cook": { info: info("cook"), attributes: { name: { type: "string", unique: true } } },
    "api::home.home": { kind: "singleType", info: info("home"), attributes: { headline: { type: "string" } } },
  },
  components: {
    "shared.seo": {
      info: { displayName: "SEO" },
      attributes: { metaTitle: { type: "string", required: true, maxLength: 10 } },
    },
  },
};

studioTests({ schema: SCHEMA });

const recipes = () => galley.documents("api::recipe.recipe");
const published = () => recipes().count({ status: "published" });
async function recipe(title: string): Promise<string> {
  const [found] = await recipes().findMany({ filters: { title }, status: "draft" });
  return String(found?.documentId);
}

beforeEach(async () => {
  await galley.reset();
  const ann = await galley.documents("api::cook.cook").create({ data: { name: "Ann" } });
  const data = { author: ann.documentId, seo: { metaTitle: "About it" } };
  for (const title of ["Bread", "Soup"]) await recipes().create({ data: { ...data, title }, status: "published" });
  await recipes().create({ data: { ...data, title: "Stew" } });
  await recipes().update({ documentId: await recipe("Soup"), data: { servings: 4 } });
});

const row = (title: string): Locator => page.locator("tbody tr", { hasText: title });
const heading = (name: string | RegExp): Locator => page.getByRole("heading", { level: 1, name });
const field = (name: string): Locator => page.locator(`#field-${name}`);
const fault = (name: string): Locator => page.locator(`#field-${name}-fault`);

describe.skipIf(WITHOUT_CHROMIUM)("the jobs of an editor", () => {
  it("signs in by the link of the command line, whose token leaves the address", async () => {
    await open("content", { token: "" });
    await page.goto("about:blank");
    await page.goto(`${url}/_studio#token=${TOKEN}`);
    await button("Sign out").waitFor();
    await page.getByRole("link", { name: "Recipe" }).first().waitFor();
    expect(await page.evaluate("location.hash")).toBe("#/content");
    await page.goto(`${url}/_studio#token=an-unknown-one`);
    await page.getByText("The server does not know this token").first().waitFor();
    await page.goto(`${url}/_studio#token=${TOKEN}`);
    await page.getByRole("link", { name: "Recipe" }).first().waitFor();
    await button("Sign out").click();
  });

  it("finds a draft in the list, whose columns say something", async () => {
    await open("content/recipes");
    await row("Stew").getByText("Draft").waitFor();
    expect(await row("Bread").locator(".badge").innerText()).toBe("Published");
    expect(await row("Soup").locator(".badge").innerText()).toBe("Modified");
    const heads = await page.locator("thead th").allInnerTexts();
    expect(heads.map((text) => text.trim())).toEqual(["Title", "State", "Servings", "Plate code", "Author", "Updated"]);
    await row("Stew").getByRole("link", { name: "Ann" }).waitFor();
    await button("Modified").click();
    await row("Stew").waitFor({ state: "detached" });
    expect(await page.locator("tbody tr").count()).toBe(1);
    await expectAccessible(page);
  });

  it("goes from type to type at the side, which counts what is written", async () => {
    await open("content/recipes");
    const types = page.getByRole("navigation", { name: "Content types" });
    await types.getByRole("link", { name: "Recipe 3" }).waitFor();
    await recipes().create({ data: { title: "Tea" } });
    await types.getByRole("link", { name: "home" }).click();
    await button("Write").click();
    await page.getByLabel("Headline").fill("Welcome");
    await button("Save").click();
    await types.getByRole("link", { name: "Recipe 4" }).waitFor();
    await page.setViewportSize({ width: 400, height: 800 });
    await expect.poll(() => types.getByRole("link").count()).toBe(0);
    await types.locator("summary").click();
    await types.getByRole("link", { name: "cook 1" }).click();
    await heading("cook").waitFor();
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(400);
  });

  it("edits and saves a draft", async () => {
    await open("content/recipes");
    await row("Bread").getByRole("link", { name: "Bread" }).click();
    await button("Edit").click();
    await field("title").fill("Brown bread");
    await button("Save draft").click();
    await page.getByText("Draft saved").waitFor();
    await page.locator(".bar").getByText("Modified").waitFor();
    expect(await recipes().count({ filters: { title: "Brown bread" }, status: "published" })).toBe(0);
  });

  it("sees a limit before the save, and the fault goes when it is mended", async () => {
    await open("content/recipes/new");
    await field("title").fill("Twenty characters are fewer");
    await fault("title").getByText("7 too many").waitFor();
    await field("title").fill("");
    await field("plateCode").fill("x");
    await expect.poll(() => fault("plateCode").isVisible()).toBe(false);
    await field("servings").fill("13");
    await fault("plateCode").getByText("Must match").waitFor();
    await button("Add SEO").click();
    await button("Save and publish").click();
    await expect.poll(() => page.locator(".save [role=status]").innerText()).toBe("Not saved: 4 faults");
    await fault("title").getByText("Is required").waitFor();
    await fault("seo-metaTitle").getByText("Is required").waitFor();
    await expectAccessible(page);
    expect(await published()).toBe(2);
    await field("title").fill("Tea");
    await fault("title").waitFor({ state: "detached" });
    await expect.poll(() => page.locator(".save [role=status]").innerText()).toBe("Not saved: 3 faults");
    await field("seo-metaTitle").fill("Tea");
    await field("plateCode").fill("GB");
    await field("servings").fill("2");
    await expect.poll(() => page.locator(".save [role=status]").innerText()).toBe("Not saved yet");
    await button("Save and publish").click();
    await heading(/Tea/).waitFor();
    expect(await published()).toBe(3);
  });

  it("is told what only the server knows, until it is mended", async () => {
    await open("content/cooks/new");
    await field("name").fill("Ann");
    await button("Save").click();
    await fault("name").waitFor();
    await field("name").fill("Anna");
    await fault("name").waitFor({ state: "detached" });
    expect(await page.locator(".problem").count()).toBe(0);
    await button("Save").click();
    await heading(/Anna/).waitFor();
  });

  it("saves a new entry once, however often the button is pressed", async () => {
    const gate = galley.faults.hold({ method: "POST", path: "/api/recipes" });
    await open("content/recipes/new");
    await field("title").fill("Black tea");
    await expect.poll(() => field("slug").inputValue()).toBe("black-tea");
    await field("title").fill("Tea");
    await button("Save draft").dblclick();
    await gate.reached;
    await page.locator(".save").getByText("Saving…").waitFor();
    gate.release();
    await heading(/Tea/).waitFor();
    expect(await recipes().count({ filters: { title: "Tea", slug: "tea" }, status: "draft" })).toBe(1);
  });

  it("publishes and unpublishes on a server without rest.actions", async () => {
    await open(`content/recipes/${await recipe("Stew")}`);
    await button("Publish").click();
    await page.locator(".bar").getByText("Published", { exact: true }).first().waitFor();
    await expect.poll(published).toBe(3);
    await button("Unpublish").click();
    await page.locator(".badge.draft").waitFor();
    await expect.poll(published).toBe(2);
  });

  it("publishes, unpublishes and deletes selected rows, and is told of each that fails", async () => {
    await open("content/recipes");
    const bulk = async (name: string) => {
      await page.getByRole("toolbar", { name: "Selected entries" }).getByRole("button", { name, exact: true }).click();
      await page.getByRole("dialog").getByRole("button", { name, exact: true }).click();
    };
    await page.getByLabel("Select Stew").check();
    await bulk("Publish");
    // The selection goes when all is done.
    await page.getByRole("toolbar", { name: "Selected entries" }).waitFor({ state: "detached" });
    expect(await published()).toBe(3);
    await page.getByLabel("Select all rows of this page").check();
    await page.getByText("3 selected").waitFor();
    await recipes().unpublish({ documentId: await recipe("Bread") });
    await bulk("Unpublish");
    await page.getByText("1 failed").waitFor();
    await page.getByRole("alert").getByText("Bread: Not Found").waitFor();
    await page.getByText("1 selected").waitFor();
    expect(await published()).toBe(0);
    await page.getByLabel("Select Soup").check();
    await expectAccessible(page);
    await bulk("Delete");
    await row("Soup").waitFor({ state: "detached" });
    expect((await recipes().findMany({ status: "draft" })).map(({ title }) => title)).toEqual(["Stew"]);
  });

  it("keeps what is selected while an action runs", async () => {
    const gate = galley.faults.hold({ method: "PUT", path: "/api/recipes/**" });
    await open("content/recipes");
    await page.getByLabel("Select Stew").check();
    await button("Publish").click();
    await page.getByRole("dialog").getByRole("button", { name: "Publish" }).click();
    await gate.reached;
    await page.getByLabel("Select Bread").check();
    gate.release();
    await row("Stew").getByText("Published").waitFor();
    await page.getByText("1 selected").waitFor();
    expect(await page.getByLabel("Select Bread").isChecked()).toBe(true);
  });

  it("counts the entries of a type once after the actions on several rows", async () => {
    await open("content/recipes");
    await page.getByRole("link", { name: "Recipe 3" }).waitFor();
    const counts: string[] = [];
    const note = (request: Request) => request.url().startsWith(`${url}/api/cooks?`) && counts.push(request.url());
    page.on("request", note);
    await page.getByLabel("Select all rows of this page").check();
    await button("Delete").click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete", exact: true }).click();
    await page.getByRole("link", { name: "Recipe 0" }).waitFor();
    page.off("request", note);
    expect(counts.length).toBe(1);
  });

  it("duplicates an entry", async () => {
    await open(`content/recipes/${await recipe("Soup")}`);
    await page.getByRole("link", { name: "Duplicate" }).click();
    await heading("Duplicate").waitFor();
    expect(await field("title").inputValue()).toBe("Soup");
    expect(await field("slug").inputValue()).toBe("");
    await field("title").fill("Thin soup");
    await button("Save draft").click();
    await heading(/Thin soup/).waitFor();
    const [copy] = await recipes().findMany({
      filters: { title: "Thin soup" },
      populate: ["author", "seo"],
      status: "draft",
    });
    expect(copy).toMatchObject({
      slug: "thin-soup",
      servings: 4,
      author: { name: "Ann" },
      seo: { metaTitle: "About it" },
    });
  });

  it("writes in bold what is typed after Ctrl+B", async () => {
    await open(`content/recipes/${await recipe("Stew")}?versions=draft`);
    await button("Edit").click();
    await button("Add text to steps").click();
    await page.keyboard.type("Boil ");
    await page.keyboard.press("Control+b");
    await page.keyboard.type("slowly");
    await page.keyboard.press("Control+b");
    await page.keyboard.type(" now");
    await button("Save draft").click();
    await page.getByText("Draft saved").waitFor();
    const [stew] = await recipes().findMany({ filters: { title: "Stew" }, status: "draft" });
    const text = (value: string, marks: object = {}) => ({ type: "text", text: value, ...marks });
    const children = [text("Boil "), text("slowly", { bold: true }), text(" now")];
    expect(stew?.steps).toEqual([{ type: "paragraph", children }]);
  });
});
