// Without words: the pictures of docs/studio.md, out of the demo. `npm run check -- screenshots FOLDER [LINK]`: every view, in both
// themes and three widths, of the demo or of the server whose start printed this link to Studio.
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { DEMO_SCHEMA } from "../../../../transport/cli/demo/schema.ts";
import { DEMO_SEED } from "../../../../transport/cli/demo/seed.ts";
import { createGalley } from "../../../../transport/galley.ts";
import { openBrowser } from "../../../support/browser/open-browser.ts";

/** In ms: a view asks on when it has what it asked for first, and some views never cease to ask. */
const PAUSE = 400;

const TOKEN = "the-token-of-the-screenshots";
const IMAGES = new URL("../../../../docs/images/", import.meta.url);

const galley = await createGalley({
  schema: DEMO_SCHEMA,
  seed: DEMO_SEED,
  clock: "2026-01-05T09:30:00.000Z",
  ids: "sequential",
  explain: true,
  graphql: true,
  control: true,
  metrics: true,
  tokens: [{ name: "screenshots", token: TOKEN, access: "full-access" }],
});
const { url } = await galley.listen({ port: 0 });
const [edited] = await galley
  .documents("api::post.post")
  .findMany({ filters: { title: { $contains: "five ways" } }, status: "draft" });

/** Each picture: its name, the view, and the steps before it. */
const PICTURES: readonly (readonly [name: string, view: string, then?: (page: Page) => Promise<void>])[] = [
  [
    "studio-table",
    "content/posts?sort=publishedDate:desc",
    async (page) => page.getByLabel("Select Nine days to Horta").check(),
  ],
  [
    "studio-changes",
    `content/posts/${edited?.documentId}?versions=draft`,
    async (page) => page.getByRole("button", { name: /^Changes/ }).click(),
  ],
  [
    "studio-api",
    `explorer/${encodeURIComponent("GET /api/posts")}`,
    async (page) => {
      await page.getByLabel("Query").fill("filters[author][name][$startsWith]=M&fields=title&pagination[pageSize]=2");
      await page.getByRole("button", { name: "Send", exact: true }).click();
      await page.getByText("200 ·").waitFor();
    },
  ],
];

const [folder, link = `${url}/_studio#token=${TOKEN}`] = process.argv.slice(2);
const browser = await openBrowser();
const context = await browser.newContext({ viewport: { width: 1400, height: 800 }, locale: "en" });
const page = await context.newPage();
await page.goto(link);
if (folder === undefined) await takePictures(IMAGES.pathname);
else await takeAllViews(folder, link.replace(/#.*/, ""));
await browser.close();
await galley.close();

async function look(address: string): Promise<void> {
  await page.goto(address);
  await page.locator("main :is(h1, iframe)").first().waitFor();
  await page.waitForTimeout(PAUSE);
  await page.locator("[aria-busy=true]").first().waitFor({ state: "detached" });
}

async function takePictures(to: string): Promise<void> {
  await mkdir(to, { recursive: true });
  for (const [name, view, then] of PICTURES) {
    await look(`${url}/_studio#/${view}`);
    await then?.(page);
    await page.screenshot({ path: join(to, `${name}.png`) });
  }
}

/** Every view, of each content type its table, its first entry, the form of that entry, and the form of a new one. */
async function takeAllViews(to: string, studio: string): Promise<void> {
  await page.getByRole("heading", { level: 1 }).waitFor();
  const linked = (selector: string) =>
    page.locator(selector).evaluateAll((links) => links.map((each) => String(each.getAttribute("href"))));
  const views = await linked("header nav a");
  for (const type of await linked(".types a")) {
    await look(`${studio}${type}`);
    const [entry] = await linked("tbody th a");
    views.push(type, ...(entry === undefined ? [] : [entry, `${type}/new`]));
  }
  for (const [width, height] of [
    [1440, 900],
    [900, 900],
    [400, 800],
  ] as const) {
    await page.setViewportSize({ width, height });
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      await mkdir(join(to, `${width}-${colorScheme}`), { recursive: true });
      for (const view of views) {
        await look(`${studio}${view}`);
        const picture = (name: string) => page.screenshot({ path: join(to, `${width}-${colorScheme}`, `${name}.png`) });
        const name = view.replace(/^#\/|\?.*/g, "").replaceAll("/", "-");
        await picture(name);
        const edit = page.getByRole("button", { name: "Edit", exact: true });
        if ((await edit.count()) > 0) {
          await edit.click();
          await picture(`${name}-edit`);
        }
      }
    }
  }
}
