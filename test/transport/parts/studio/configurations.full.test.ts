import type { Page } from "@playwright/test";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import type { SchemaDefinition } from "../../../../engine/index.ts";
import { createGalley, type Galley, type GalleyOptions } from "../../../../transport/galley.ts";
import { leaveTab } from "../../../support/browser/browser-tab.ts";
import { WITHOUT_CHROMIUM } from "../../../support/browser/open-browser.ts";
import {
  expectAccessible,
  type OpenStudio,
  openStudio,
  type StudioOptions,
} from "../../../support/browser/open-studio.ts";
import { TOKEN } from "../../../support/browser/studio-tests.ts";
import { schemaOf } from "../../../support/content/schema-of.ts";

const LONG = "attribute_with_a_name_that_is_longer_than_a_phone_is_wide_by_far";

const SCHEMA: SchemaDefinition = schemaOf({
  guide: {
    dp: false,
    pluginOptions: { i18n: { localized: true } },
    attributes: {
      title: { type: "string", pluginOptions: { i18n: { localized: true } } },
      [LONG]: { type: "string" },
    },
  },
});

let galley: Galley;
let studio: OpenStudio;
let page: Page;
async function open(view: string, options: Partial<GalleyOptions>, tab: StudioOptions = {}): Promise<void> {
  galley = await createGalley({
    schema: SCHEMA,
    locales: { en: {}, fr: { name: "French" } },
    tokens: [{ name: "editor", token: TOKEN, access: "full-access" }],
    ...options,
  });
  const { url } = await galley.listen({ port: 0 });
  studio = await openStudio(url, view, tab);
  page = studio.page;
}
afterEach(async () => {
  await studio.close();
  await leaveTab();
  await galley.close();
});
afterAll(leaveTab);

const PUBLIC = { roles: { public: { guide: ["find"] } } } as const;

describe.skipIf(WITHOUT_CHROMIUM)("Studio in other configurations", () => {
  it("has no tab for GraphQL without a page of it", async () => {
    await open("content", { ...PUBLIC, graphql: { page: false } });
    await page.getByRole("link", { name: "Guide" }).waitFor();
    expect(await page.getByRole("navigation", { name: "Views" }).innerText()).toBe("Content\nAPI");
  });

  it("lets visitors who may not list the locales choose one", async () => {
    await open("content/guides", { ...PUBLIC, profile: "strapi" });
    await page.getByLabel("Locale", { exact: true }).selectOption("fr");
    await page.getByText("GET /api/guides?locale=fr").waitFor();
  });

  it("says how it gets the OpenAPI document where there is none", async () => {
    await open("content", { openapi: "off" });
    await page.getByText('Set "openapi" to "public" or "token"').waitFor();
    await expectAccessible(page);
  });

  it("asks visitors to sign in where the OpenAPI document needs credentials", async () => {
    await open("content", { openapi: "token" });
    await page.getByText("Visitors may not do this. Sign in").waitFor();
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByLabel("Token").fill(TOKEN);
    await page.keyboard.press("Enter");
    await page.getByRole("link", { name: "Guide" }).waitFor();
    await page.getByRole("button", { name: "Sign out" }).click();
  });

  it("says that the server gave no answer, and goes on when it does", async () => {
    await open("content", PUBLIC);
    await page.getByRole("link", { name: "Guide" }).waitFor();
    await page.getByText("0 entries").waitFor();
    galley.faults.add({ match: { path: "/api/guides" }, dropConnection: true });
    await page.getByRole("link", { name: "Guide" }).click();
    await page.getByText("The server gave no answer").waitFor();
    galley.faults.clear();
    await page.getByLabel("Search all texts").fill("x");
    await page.keyboard.press("Enter");
    await page.getByText("No entries match").waitFor();
  });

  it("fits a phone with long names", async () => {
    await open("content/guides", {}, { token: TOKEN, viewport: { width: 400, height: 800 } });
    await page.getByText("No entries yet").waitFor();
    await page.getByText("Filter", { exact: true }).click();
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(400);
    expect(
      await page.evaluate("document.querySelector('[aria-label=Value]').getBoundingClientRect().right"),
    ).toBeLessThanOrEqual(400);
  });
});
