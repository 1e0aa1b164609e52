import { beforeEach, describe, expect, it } from "vitest";
import { type Keys, keysOf } from "../../../support/browser/keys.ts";
import { WITHOUT_CHROMIUM } from "../../../support/browser/open-browser.ts";
import { galley, open as openView, page, studioTests, TOKEN } from "../../../support/browser/studio-tests.ts";
import { BLOG } from "../../../support/content/blog.ts";

studioTests({
  schema: BLOG,
  graphql: true,
  control: true,
  metrics: true,
  rest: { actions: true },
});

let keys: Keys;
async function open(view: string, token = TOKEN): Promise<void> {
  await openView(view, { token });
  await page.getByRole("heading", { level: 1 }).waitFor();
  keys = keysOf(page);
}
beforeEach(async () => {
  await galley.reset();
  await galley.documents("api::author.author").create({ data: { name: "Ann" } });
  for (let number = 1; number <= 12; number++) {
    await posts().create({ data: { title: `Post ${number}`, views: number }, status: "published" });
  }
});

const posts = () => galley.documents("api::post.post");
const idOf = async (title: string) => String((await posts().findMany({ filters: { title } }))[0]?.documentId);
const pages = () => galley.documents("api::page.page");

describe.skipIf(WITHOUT_CHROMIUM)("Studio by keys alone", () => {
  it("signs in and out", async () => {
    await open("content", "");
    await keys.enter("Sign in");
    await keys.expectAt("Token");
    await keys.press("Escape");
    await page.locator("dialog").waitFor({ state: "detached" });
    await keys.expectAt("Sign in");
    await keys.press("Enter");
    await keys.expectAt("Token");
    await keys.type(TOKEN);
    await keys.press("Enter");
    await keys.expectAt("Sign out");
    await page.getByRole("link", { name: "Post" }).waitFor();
    await keys.enter("Post");
    await keys.expectAt(/^Post 12$/);
    await keys.enter("Sign out", "Shift+Tab");
    await keys.expectAt("Sign in");
  });

  it("selects, filters, sorts and pages a table, and opens an entry and goes back", async () => {
    await open("content");
    await keys.enter("Post");
    await keys.expectAt(/^Post 12$/);
    await keys.enter("Side by side");
    await keys.enter("Columns");
    await keys.reach("Views integer");
    await keys.press("Space", "Escape");
    await keys.expectAt("Columns");
    await page.getByRole("columnheader", { name: "Views" }).waitFor({ state: "detached" });
    await keys.press("Enter");
    await keys.reach("Request and JSON");
    expect(await page.locator("details.menu[open]").count()).toBe(0);
    await keys.enter("Filter", "Shift+Tab");
    await keys.reach("Field to filter");
    await keys.type("vi");
    await keys.reach("Operator");
    await keys.press("ArrowDown", "ArrowDown", "ArrowDown");
    await keys.reach("Value");
    await keys.type("4");
    await keys.press("Enter");
    await keys.expectAt("Filter");
    await keys.enter(/^Remove the filter Views/, "Shift+Tab");
    await keys.expectAt("Filter");
    await keys.enter(/^Title/);
    await keys.expectAt(/^Title/);
    await keys.reach(/^Published date/);
    await keys.press("Shift+Enter");
    await page.getByText("sort=title:asc,publishedDate:asc").waitFor();
    await keys.reach("Skip the rows", "Shift+Tab");
    await keys.press("Enter");
    await keys.expectAt(/^Rows/);
    await keys.press("ArrowUp");
    await page.getByText("Page 1 of 2").waitFor();
    await keys.enter("Next", "Shift+Tab");
    await page.getByText("Page 2 of 2").waitFor();
    await keys.expectAt(/^Rows/);
    await keys.enter("Previous", "Shift+Tab");
    await page.getByText("Page 1 of 2").waitFor();
    await page.getByRole("link", { name: "Post 10" }).waitFor();
    await keys.enter("Post 10", "Shift+Tab");
    await keys.expectAt(/^Post Post 10/);
    await keys.enter("Post", "Shift+Tab");
    await keys.expectAt(/^Post 12$/);
    await keys.reach("Search all texts");
    await keys.type("Post 7");
    await keys.press("Enter");
    await page.getByText("_q=Post%207").waitFor();
    await keys.expectAt("Search all texts");
  });

  it("writes every kind of field, and keeps the focus at added, moved and removed items", async () => {
    const found = page.getByRole("button", { name: "Ann", exact: true });
    await open("content/posts/new");
    await keys.reach(/^Title/);
    await keys.type("Broth");
    await keys.enter("Add text to content");
    await keys.expectAt("content, block 1");
    await keys.type("one");
    await keys.press("Enter");
    await keys.type("two");
    await keys.enter("Move content, block 2 up");
    await keys.expectAt("content, block 1");
    await keys.enter("Remove content, block 2");
    await keys.expectAt("Add text to content");
    await keys.reach(/^Published date/);
    await keys.type("01312026");
    await keys.reach(/^Featured/);
    await keys.press("ArrowUp");
    await keys.reach("Find for author");
    await keys.press("Enter");
    await found.waitFor();
    await keys.enter("Ann");
    await keys.expectAt("Find for author");
    await keys.enter("Remove Ann from author", "Shift+Tab");
    await keys.expectAt("Find for author");
    await keys.press("Enter");
    await found.waitFor();
    await keys.enter("Ann");
    await keys.enter("Add Seo");
    await keys.expectAt(/^Meta title/);
    await keys.type("Words");
    for (const address of ["/one", "/two"]) {
      await keys.enter("Add Link");
      await keys.expectAt(/^Label/);
      await keys.reach(/^URL/);
      await keys.type(address);
    }
    await keys.enter("Move Link 2 up");
    await keys.expectAt("Move Link 1 down");
    await keys.press("Enter");
    await keys.expectAt("Move Link 2 up");
    await keys.enter("Remove Link 2");
    await keys.expectAt("Add Link");
    await keys.enter("Remove seo");
    await keys.expectAt("Add Seo");
    await keys.press("Enter");
    await keys.expectAt(/^Meta title/);
    await keys.type("Words");
    await keys.enter("Save draft");
    await keys.expectAt("Post Broth");
    const [post] = await posts().findMany({ filters: { title: "Broth" }, status: "draft", populate: "*" });
    expect(post).toMatchObject({
      content: [{ type: "paragraph", children: [{ text: "two" }] }],
      publishedDate: "2026-01-31",
      featured: true,
      author: { name: "Ann" },
      seo: { metaTitle: "Words" },
    });
  });

  it("finds a post, is told of a fault at its field, mends and publishes it", async () => {
    await posts().update({ documentId: await idOf("Post 7"), data: { title: "Post seven" } });
    await open("content");
    await keys.enter("Post");
    await keys.expectAt(/^Post 12$/);
    await keys.enter("Modified");
    await keys.reach("Search all texts");
    await keys.type("seven");
    await keys.press("Enter");
    await page.getByText("_q=seven").waitFor();
    await page.getByText("Post seven").first().waitFor();
    await keys.enter("Post seven");
    await keys.expectAt("Post Post seven");
    await keys.enter(/^Changes/);
    await page.locator(".changed.draft ins", { hasText: "seven" }).waitFor();
    await keys.enter("Edit");
    await keys.reach(/^Title/);
    await keys.press("Control+a", "Delete");
    await keys.enter("Save and publish");
    await page.getByText("Not saved: 1 fault").waitFor();
    await keys.expectAt(/^Title/);
    await keys.type("Crème, twice!");
    await keys.enter("Use creme-twice for slug");
    await keys.expectAt("Add text to content");
    await keys.enter("Save and publish");
    await page.getByText("Saved and published").waitFor();
    const [post] = await posts().findMany({ filters: { title: "Crème, twice!" }, status: "published" });
    expect(post).toMatchObject({ slug: "creme-twice" });
  });

  it("writes a zone", async () => {
    await open("content/pages/new");
    await keys.reach(/^Title/);
    await keys.type("Home");
    await keys.enter("Add Quote");
    await keys.expectAt(/^Body/);
    await keys.type("Words");
    await keys.enter("Save draft");
    await keys.expectAt("Page Home");
    const [home] = await pages().findMany({ status: "draft", populate: "*" });
    expect(home?.blocks).toMatchObject([{ __component: "blocks.quote", body: "Words" }]);
  });

  it("publishes, unpublishes, takes back, discards and deletes an entry", async () => {
    const { documentId } = await posts().create({ data: { title: "Tea" } });
    await open(`content/posts/${documentId}`);
    await keys.enter("Publish");
    await keys.expectAt("Unpublish");
    await keys.press("Enter");
    await keys.expectAt("Publish");
    await keys.press("Enter");
    await keys.expectAt("Unpublish");
    const change = async () => {
      await keys.enter(/^Edit/);
      await keys.reach(/^Title/);
      await keys.press("End", "!");
      await keys.enter("Save draft");
      await page.getByText("Draft saved").waitFor();
      await keys.expectAt("Save draft");
    };
    await change();
    await page.getByRole("button", { name: "Changes (1)" }).waitFor();
    await keys.enter("Changes (1)", "Shift+Tab");
    await keys.enter("Take back the change of title");
    await keys.expectAt("Request and JSON");
    await change();
    await page.getByRole("button", { name: "Discard draft" }).waitFor();
    await keys.enter("Discard draft", "Shift+Tab");
    await keys.expectAt("Duplicate");
    expect((await posts().findOne({ documentId: String(documentId), status: "draft" }))?.title).toBe("Tea");
    await keys.enter("Delete");
    await keys.expectAt("Cancel");
    await keys.press("Enter");
    await keys.expectAt("Delete");
    await keys.press("Enter");
    await keys.expectAt("Cancel");
    await keys.enter("Delete");
    await keys.expectAt(/^Post 12$/);
    expect(await posts().count({ filters: { title: "Tea" } })).toBe(0);
  });

  it("uploads and deletes files", async () => {
    await open("files");
    const chooser = page.waitForEvent("filechooser");
    await keys.reach(/^Upload/);
    await keys.press("Enter");
    const file = (name: string) => ({ name, mimeType: "text/plain", buffer: Buffer.from(name) });
    await (await chooser).setFiles([file("one.txt"), file("two.txt")]);
    await page.getByRole("link", { name: "two.txt" }).waitFor();
    await keys.expectAt(/^Upload/);
    await keys.enter("Delete two.txt");
    await keys.expectAt("Cancel");
    await keys.enter("Delete");
    await keys.expectAt("Copy URL");
    await keys.enter("Delete one.txt");
    await keys.expectAt("Cancel");
    await keys.enter("Delete");
    await page.getByText("No files yet").waitFor();
    await keys.expectAt("Answer");
  });

  it("uses the explorer, and leaves the query editor and the charts", async () => {
    await open("content");
    await keys.enter("API", "Shift+Tab");
    await page.getByRole("heading", { name: "API", exact: true }).waitFor();
    await keys.expectAt("API");
    await keys.reach("Find an operation");
    await keys.type("get /api/posts list");
    await keys.enter(/^GET \/api\/posts/);
    await keys.expectAt("GET /api/posts");
    await keys.reach("Query");
    await keys.type("fields=title");
    await keys.enter("Send");
    await page.getByText("200 ·").waitFor();
    await keys.enter("Headers");
    await keys.enter("@strapi/client");
    await keys.reach("Copy");
    await keys.enter("GraphQL", "Shift+Tab");
    // Until then the end of the page is where the editor will be.
    await page.frameLocator("iframe[title=GraphQL]").locator(".cm-content").first().waitFor();
    await keys.reach("Skip to the content");
    await keys.enter("Charts");
    await page.getByRole("heading", { name: "Charts", exact: true }).waitFor();
    await keys.expectAt("Charts");
  });

  it("steers tests: requests, faults, clock, snapshots and forks", async () => {
    await open("control");
    await galley.fetch("/api/tags", { headers: { authorization: `Bearer ${TOKEN}` } });
    await page.getByText("/api/tags").first().waitFor();
    await keys.enter(/^200 GET \/api\/tags/);
    await keys.enter("Send again");
    await page.getByText(/^200 in/).waitFor();
    await keys.enter("Add fault");
    await page.getByRole("button", { name: /^Remove fault/ }).waitFor();
    await keys.enter(/^Remove fault/, "Shift+Tab");
    await keys.expectAt("Path");
    await keys.enter("+ 1 hour");
    await keys.reach("Name of the snapshot");
    await keys.type("before");
    await keys.press("Enter");
    await page.getByText("before", { exact: true }).waitFor();
    await keys.enter("Drop before", "Shift+Tab");
    await keys.expectAt("Name of the snapshot");
    await keys.enter("Reset to the start");
    await keys.expectAt("Cancel");
    await keys.press("Enter");
    await keys.expectAt("Reset to the start");
    await keys.reach("Name of the fork");
    await keys.type("mine");
    await keys.press("Enter");
    await page.getByText("mine", { exact: true }).waitFor();
    await keys.enter("Look at mine", "Shift+Tab");
    await keys.enter(/^Fork mine/, "Shift+Tab");
    await keys.expectAt("Sign out");
  });
});
