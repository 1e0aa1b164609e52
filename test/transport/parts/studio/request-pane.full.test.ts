import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { Locator } from "@playwright/test";
import { describe, expect, it } from "vitest";
import { WITHOUT_CHROMIUM } from "../../../support/browser/open-browser.ts";
import { expectAccessible } from "../../../support/browser/open-studio.ts";
import { galley, open, page, studio, studioTests, TOKEN, url } from "../../../support/browser/studio-tests.ts";
import { BLOG } from "../../../support/content/blog.ts";
import { fc } from "../../../support/fast-check.ts";

const run = promisify(execFile);

studioTests(
  {
    schema: BLOG,
    explain: true,
  },
  async () => {
    await galley.make("author", 3);
    await galley.make("tag", 4);
    await galley.make("post", 30, (place) => ({ ...(place % 3 > 0 && { status: "published" }) }));
    await galley.make("page", 4, { status: "published" });
  },
);

const CLIPBOARD = { permissions: ["clipboard-read", "clipboard-write"] };
const pane = (): Locator => page.getByRole("complementary", { name: "Request and answer" });
const button = (name: string): Locator => pane().getByRole("button", { name, exact: true });
const headers = { authorization: `Bearer ${TOKEN}` };

/** The shown request, once its answer is there. */
async function shownPath(): Promise<string> {
  await button("URL").click();
  await page.locator(".pane [aria-busy=false]").waitFor();
  return String(await pane().locator(".url").textContent()).replace("GET ", "");
}

async function shownJson(): Promise<unknown> {
  return JSON.parse(String(await pane().getByRole("region", { name: "Answer as JSON" }).textContent()));
}

async function copied(name: string): Promise<string> {
  await page.evaluate('navigator.clipboard.writeText("")');
  await button(name).click();
  const read = () => page.evaluate<string>("navigator.clipboard.readText()");
  await expect.poll(read).not.toBe("");
  return read();
}

const env = { ...process.env, GALLEY_TOKEN: TOKEN };

async function printedBy(code: string): Promise<unknown> {
  const script = `${code}\nconsole.log(JSON.stringify(data));`;
  const { stdout } = await run(process.execPath, ["--input-type=module", "--eval", script], { env });
  return JSON.parse(stdout);
}

describe.skipIf(WITHOUT_CHROMIUM)("the request beside a table and an entry, in Chromium", () => {
  it("is copied as curl, fetch and a call of the client, which all get the JSON beside it", async () => {
    const filter = encodeURIComponent("views:$null:false");
    await open(
      `content/posts?columns=title,author(name,posts(title)),seo&pageSize=3&filter=${filter}&sort=title:desc`,
      CLIPBOARD,
    );
    const path = await shownPath();
    expect(path).toContain("populate[author][populate][posts][fields]=title");
    const json = (await shownJson()) as { readonly data: readonly unknown[] };
    expect(json.data.length).toBeGreaterThan(2);
    expect(JSON.parse(await copied("Copy JSON"))).toEqual(json);
    expect(await copied("Copy")).toBe(url + path);

    const edge = async (of: Locator) => {
      const box = await of.boundingBox();
      return Math.round((box?.x ?? 0) + (box?.width ?? 0));
    };
    // An empty message leaves no gap.
    await expect.poll(() => page.locator(".said:not(:empty)").count()).toBe(0);
    expect(await edge(button("Copy"))).toBe(await edge(page.locator(".as-code .bar")));
    await page.getByText("Columns", { exact: true }).click();
    const [legend, menu] = [page.locator(".menu legend"), page.locator(".menu fieldset")];
    expect((await legend.boundingBox())?.y).toBeGreaterThan((await menu.boundingBox())?.y ?? 0);
    await page.keyboard.press("Escape");

    await button("curl").click();
    const { stdout } = await run("sh", ["-c", `${await copied("Copy")} -s`], { env });
    expect(JSON.parse(stdout)).toEqual(json);
    await button("fetch").click();
    expect(await printedBy(await copied("Copy"))).toEqual(json.data);
    await button("@strapi/client").click();
    expect(await printedBy(await copied("Copy"))).toEqual(json.data);
    await button("Typed client").click();
    expect(await copied("Copy")).toContain("filters: { views: { $null: false } }");
    await expectAccessible(page);
  });

  it("of an entry follows its status and what is chosen", async () => {
    const [post] = await galley.documents("api::post.post").findMany({ filters: { title: { $notNull: true } } });
    await open(`content/posts/${post?.documentId}`);
    await page.getByRole("button", { name: "Draft", exact: true }).click();
    await expect.poll(shownPath).toContain("status=draft");
    await button("Fields and populate").click();
    for (const name of ["content", "excerpt", "slug", "tags"]) {
      await pane().getByLabel(`Ask for ${name}`, { exact: true }).uncheck();
    }
    await button("What author has").click();
    await pane().getByLabel("Ask for author.email").check();
    await expect.poll(shownPath).toContain("populate[author][fields]=name,email");
    const path = await shownPath();
    expect(await shownJson()).toEqual(await (await galley.fetch(path, { headers })).json());
    const { data } = (await shownJson()) as { readonly data: object };
    expect(Object.keys(data)).not.toContain("excerpt");
    expect(Object.keys(data)).not.toContain("tags");
    await button("Fields and populate").click();
  });

  it("gives the rows of the table, whatever is clicked", async () => {
    const click = fc.oneof(
      fc.record({ kind: fc.constant("choose" as const), place: fc.nat(40) }),
      fc.record({ kind: fc.constant("unfold" as const), place: fc.nat(10) }),
      fc.record({ kind: fc.constant("sort" as const), place: fc.nat(3) }),
      fc.record({ kind: fc.constant("status" as const), place: fc.nat(2) }),
      fc.record({ kind: fc.constant("next" as const), place: fc.constant(0) }),
    );
    const controls = {
      choose: () => pane().getByRole("checkbox"),
      unfold: () => pane().locator(".populated > .fold"),
      sort: () => page.locator("th button.sort"),
      status: () => page.getByRole("group", { name: "Versions" }).getByRole("button"),
      next: () => page.getByRole("link", { name: "Next" }),
    };
    const types = fc.constantFrom("posts?pageSize=10", "pages", "authors", "tags");
    await fc.assert(
      fc.asyncProperty(types, fc.array(click, { minLength: 3, maxLength: 8 }), async (type, clicks) => {
        await open(`content/${type}`);
        await page.locator("tbody th").first().waitFor();
        await button("Fields and populate").click();
        for (const { kind, place } of clicks) {
          // At once, as a control may go with the answer to the click before.
          await controls[kind]().evaluateAll((all, at) => all[at % all.length]?.click(), place);
        }
        const isSame = async () => {
          const json = await (await galley.fetch(await shownPath(), { headers })).json();
          const { data } = json as { readonly data: readonly { title?: string; name?: string; documentId: string }[] };
          const titles = data.map(({ title, name, documentId }) => title ?? name ?? documentId);
          expect(await page.locator("tbody th").allInnerTexts()).toEqual(titles);
          expect(await shownJson()).toEqual(json);
          return true;
        };
        await expect.poll(() => isSame().catch(String)).toBe(true);
        await button("Fields and populate").click();
        await studio.close();
      }),
      { numRuns: 12 },
    );
  });

  it("shows the refusal of a request as its answer", async () => {
    await open(`content/posts?filter=${encodeURIComponent("nothing:$eq:1")}`);
    await pane().getByText("400", { exact: true }).first().waitFor();
    await expect.poll(shownJson).toMatchObject({ error: { status: 400, name: "ValidationError" } });
    expect(await shownPath()).toContain("filters[nothing][$eq]=1");
  });

  it("folds by click and key, and shows the first lines of a large answer", async () => {
    await open("content/posts?pageSize=100&columns=title,slug,excerpt,content,author,tags,seo,views,featured");
    const json = pane().getByRole("region", { name: "Answer as JSON" });
    await json.locator("[aria-expanded=false]").first().waitFor({ state: "attached" });
    expect(await json.locator(".json-line").count()).toBeLessThan(1000);
    await json.getByRole("button", { name: "Answer" }).focus();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowLeft");
    await expect.poll(() => json.locator(":focus").getAttribute("aria-expanded")).toBe("false");
    await page.keyboard.press("ArrowRight");
    await expect.poll(() => json.locator(":focus").getAttribute("aria-expanded")).toBe("true");
  });

  it("of a form is the one that a save would send, with the answer that refuses it", async () => {
    const categories = galley.documents("api::category.category");
    const [calm, other] = [await categories.create({ data: { name: "Calm" } }), { name: "Gales" }];
    await categories.create({ data: other });
    await open(`content/categories/${calm.documentId}`, CLIPBOARD);
    await page.getByRole("button", { name: "Edit", exact: true }).click();
    await expect.poll(shownPath).toContain(`/api/categories/${calm.documentId}`);
    const body = async () =>
      JSON.parse(String(await pane().getByRole("region", { name: "Body as JSON" }).textContent()));
    const name = page.getByRole("textbox", { name: /^Name/ });
    await name.fill(other.name);
    await expect.poll(shownPath).toBe(`PUT /api/categories/${calm.documentId}`);
    await expect.poll(body).toEqual({ data: { name: other.name } });
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect.poll(() => shownJson().catch(() => null)).toMatchObject({ error: { status: 400 } });
    await name.fill("Storms");
    await expect.poll(body).toEqual({ data: { name: "Storms" } });
    await expectAccessible(page);
    await button("curl").click();
    const { stdout } = await run("sh", ["-c", `${await copied("Copy")} -s`], { env });
    expect(JSON.parse(stdout)).toMatchObject({ data: { name: "Storms" } });
    await page.getByRole("button", { name: "Start over" }).click();
    await expect.poll(shownPath).toMatch(new RegExp(`^/api/categories/${calm.documentId}`));
  });

  it("is folded in a narrow page, until its button is pressed", async () => {
    await open("content/posts", { viewport: { width: 400, height: 800 }, colorScheme: "dark" });
    await page.locator("tbody tr").first().waitFor();
    await expect.poll(() => pane().locator(".url").count()).toBe(0);
    await button("Request and JSON").focus();
    await page.keyboard.press("Enter");
    expect(await shownPath()).toContain("/api/posts?");
    await button("Fields and populate").click();
    await button("What author has").click();
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(400);
    for (const colorScheme of ["dark", "light"] as const) {
      await page.emulateMedia({ colorScheme });
      await expectAccessible(page);
    }
    await button("Fields and populate").click();
    await button("Request and JSON").click();
  });
});
