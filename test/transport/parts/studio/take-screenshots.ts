// Makes the pictures of docs/studio.md out of the demo.
import { mkdir } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { DEMO_SCHEMA } from "../../../../transport/cli/demo/schema.ts";
import { DEMO_SEED } from "../../../../transport/cli/demo/seed.ts";
import { createGalley } from "../../../../transport/galley.ts";
import { openBrowser } from "../../../support/browser/open-browser.ts";

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

await mkdir(IMAGES, { recursive: true });
const browser = await openBrowser();
const context = await browser.newContext({
  viewport: { width: 1400, height: 800 },
  colorScheme: "light",
  locale: "en",
});
const page = await context.newPage();
await page.addInitScript(`sessionStorage.setItem("galley /_studio token", ${JSON.stringify(TOKEN)})`);
for (const [name, view, then] of PICTURES) {
  await page.goto("about:blank");
  await page.goto(`${url}/_studio#/${view}`);
  await page.getByRole("heading", { level: 1 }).waitFor();
  await page.waitForLoadState("networkidle");
  await then?.(page);
  await page.screenshot({ path: new URL(`${name}.png`, IMAGES).pathname });
}
await browser.close();
await galley.close();
