import type { Locator } from "@playwright/test";
import { describe, expect, it } from "vitest";
import { WITHOUT_CHROMIUM } from "../../../support/browser/open-browser.ts";
import { expectAccessible } from "../../../support/browser/open-studio.ts";
import { button, galley, open, page, studioTests, TOKEN } from "../../../support/browser/studio-tests.ts";
import { BLOG } from "../../../support/content/blog.ts";

const HOSTILE = `<img src=x onerror="globalThis.hit=1"><script>globalThis.hit=1</script>`;

let edited: string;
studioTests(
  {
    schema: BLOG,
    explain: true,
    graphql: true,
    control: true,
    metrics: true,
    rest: { actions: true },
    roles: { public: { tag: ["find", "findOne"] } },
  },
  async () => {
    const posts = galley.documents("api::post.post");
    const author = await galley.documents("api::author.author").create({ data: { name: `Ann ${HOSTILE}` } });
    for (const title of ["Bread", "Tea", "Soup"]) {
      await posts.create({ data: { title, views: title.length, author: author.documentId }, status: "published" });
    }
    const hostile = {
      title: HOSTILE,
      slug: "javascript-hit",
      content: [{ type: "paragraph", children: [{ type: "text", text: HOSTILE }] }],
    };
    await posts.create({ data: { ...hostile, excerpt: HOSTILE, views: 99 }, status: "published" });
    edited = String((await posts.create({ data: { title: "Stew" }, status: "published" })).documentId);
    await posts.update({ documentId: edited, data: { title: "Stew, twice" } });
  },
);

const heading = (name: string | RegExp): Locator => page.getByRole("heading", { level: 1, name });
const rows = (): Locator => page.locator("tbody tr");

describe.skipIf(WITHOUT_CHROMIUM)("Studio in Chromium", () => {
  it("shows a visitor only public content, until a token is given", async () => {
    await open("", { token: "" });
    await page.getByRole("link", { name: "Tag" }).waitFor();
    expect(await page.getByRole("link", { name: "Post" }).count()).toBe(0);
    await button("Sign in").click();
    await page.getByLabel("Token").fill("unknown");
    await page.keyboard.press("Enter");
    await page.getByText("The server does not know this token").waitFor();
    await page.getByLabel("Token").fill(TOKEN);
    await page.keyboard.press("Enter");
    await page.getByRole("link", { name: "Post" }).waitFor();
    await page.getByText("5 entries, 5 published").waitFor();
    expect(await page.evaluate("JSON.stringify(localStorage)")).toBe("{}");
    await button("Sign out").click();
    await page.getByRole("link", { name: "Post" }).waitFor({ state: "detached" });
    await expectAccessible(page);
  });

  it("shows a table as the request that it makes, with plan and time", async () => {
    await open("content/posts");
    await page.getByText("Filter", { exact: true }).click();
    await page.getByLabel("Field to filter").selectOption("views");
    await page.getByLabel("Operator").selectOption("$lt");
    await page.getByLabel("Value").fill("6");
    await button("Add filter").click();
    await button("Remove the filter Views < 6").waitFor();
    await page.getByRole("button", { name: "title" }).click();
    await page.getByText("sort=title:asc").waitFor();
    await expect.poll(() => rows().locator("th").allInnerTexts()).toEqual(["Bread", "Soup", "Tea"]);
    expect(await page.locator(".url").textContent()).toContain("filters[views][$lt]=6&sort=title:asc");
    await expect.poll(() => page.locator(".plan").innerText()).toMatch(/^Plan: .*3 rows/);
    await page.reload();
    await expect.poll(() => rows().locator("th").allInnerTexts()).toEqual(["Bread", "Soup", "Tea"]);
    await expectAccessible(page);
  });

  it("shows draft and published side by side, and takes a change back", async () => {
    await open("content/posts");
    await button("Side by side").click();
    await page.getByText("Stew, twice").first().waitFor();
    await page.getByRole("link", { name: "Stew, twice" }).click();
    await page.getByRole("button", { name: "Changes (1)" }).click();
    await page.locator(".changed.published", { hasText: "Stew" }).waitFor();
    expect(await page.locator(".changed.draft ins").allInnerTexts()).toEqual([", twice"]);
    expect(await page.locator(".changed.published del").count()).toBe(0);
    await expectAccessible(page, true);
    await button("Take back the change of title").click();
    await expect.poll(() => heading("Stew").innerText()).toMatch(/Stew$/);
    const draft = await galley.documents("api::post.post").findOne({ documentId: edited, status: "draft" });
    expect(draft?.title).toBe("Stew");
  });

  it("writes an entry with only the keyboard, and shows refused values at their fields", async () => {
    await open("content/posts/new");
    await page.getByLabel("excerpt").focus();
    await page.keyboard.type("Short");
    await page.getByRole("button", { name: "Save and publish" }).focus();
    await page.keyboard.press("Enter");
    await page.locator("#field-title-fault").waitFor();
    await page.getByText("Not saved: 1 fault").waitFor();
    // The answer's message is its only fault's.
    expect(await page.locator(".problem li").count()).toBe(0);
    await expect.poll(() => page.locator(":focus").getAttribute("id")).toBe("field-title");
    expect(await page.getByLabel("title").getAttribute("aria-invalid")).toBe("true");
    await expectAccessible(page);
    await page.getByLabel("title").focus();
    await page.keyboard.type("Broth");
    await button("Find entries for author").focus();
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: /^Ann/ }).focus();
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Save and publish" }).focus();
    await page.keyboard.press("Enter");
    await heading(/Broth/).waitFor();
    const [post] = await galley.documents("api::post.post").findMany({
      filters: { title: "Broth" },
      populate: ["author"],
      status: "published",
    });
    expect(post).toMatchObject({ excerpt: "Short", author: { name: `Ann ${HOSTILE}` } });
    await button("Unpublish").click();
    await page.locator(".badge.draft").waitFor();
    await button("Delete").click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    await page.waitForURL(/#\/content\/posts$/);
    expect(await galley.documents("api::post.post").count({ filters: { title: "Broth" } })).toBe(0);
  });

  it("shows whatever is in the content as text", async () => {
    await open(`content/posts?filter=${encodeURIComponent("views:$eq:99")}&columns=title,slug,excerpt,author,content`);
    await expect.poll(() => rows().count()).toBe(1);
    expect(await rows().locator("th").innerText()).toBe(HOSTILE);
    await rows().getByRole("link").first().click();
    await heading(/onerror/).waitFor();
    await expect.poll(() => page.getByText(HOSTILE, { exact: false }).count()).toBeGreaterThan(2);
    expect(await page.locator("a[href^='javascript'], main img, main script").count()).toBe(0);
  });

  it("says of an entry that is not there where it was looked for", async () => {
    await open("content/posts/nowhere");
    await heading(/nowhere/).waitFor();
    await page.getByText("Not Found").waitFor();
    await expectAccessible(page);
  });

  it("fits a phone, in the dark", async () => {
    await open("content/posts", { viewport: { width: 400, height: 800 }, colorScheme: "dark" });
    await rows().first().waitFor();
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(400);
    expect(await page.evaluate("getComputedStyle(document.body).backgroundColor")).toBe("rgb(23, 23, 27)");
    await expectAccessible(page);
  });
});
