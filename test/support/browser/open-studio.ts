import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { expect } from "vitest";
import { again, isTabAt, openTab, type TabOptions } from "./browser-tab.ts";

export interface StudioOptions extends TabOptions {
  /** A visitor's when absent. */
  readonly token?: string;
}

/** Studio as someone sees it who has not been there yet. */
export interface OpenStudio {
  readonly page: Page;
  /** Expects that nothing ran that came with the content, nothing failed, and no other host was asked. */
  close(): Promise<void>;
}

/** Who looked at which server last, where the page is as it was loaded. */
let last: string | null = null;

/** `url`: of the server; `view`: what stands behind the `#`. */
export async function openStudio(
  url: string,
  view: string,
  { token = "", ...options }: StudioOptions = {},
): Promise<OpenStudio> {
  const asker = JSON.stringify([url, token]);
  // Another server may have got the port of the last one.
  const isOpen = asker === last && (await isTabAt(url));
  last = null;
  const { page, hosts, complaints } = isOpen ? await again(options) : await openTab(url, options);
  if (isOpen) {
    // Navigate away first: the view may be the same, and must start again.
    const between = page.getByRole("heading", { name: "Not found" });
    await page.evaluate('location.hash = "#/nowhere"');
    await between.waitFor();
    await page.evaluate(`location.hash = ${JSON.stringify(`#/${view}`)}`);
    await between.waitFor({ state: "detached" });
  } else {
    if (token !== "") await page.evaluate(`sessionStorage.setItem(${KEPT}, ${JSON.stringify(token)})`);
    await page.goto(`${url}/_studio#/${view}`);
  }
  return {
    page,
    close: async () => {
      expect(await page.evaluate("globalThis.hit")).toBeUndefined();
      expect(complaints.filter((text) => !REPORTED.test(text))).toEqual([]);
      expect([...hosts].filter((host) => host !== new URL(url).host)).toEqual([]);
      const stored = await page.evaluate("JSON.stringify(sessionStorage)");
      const isClean = stored === (token === "" ? "{}" : JSON.stringify({ [JSON.parse(KEPT)]: token }));
      const hasDialog = (await page.locator("dialog").count()) > 0;
      if (isClean && !hasDialog) last = asker;
    },
  };
}

/** Chromium reports every answer with an error status, and dropped connections. */
const REPORTED = /status of [45]\d\d|ERR_(?:EMPTY_RESPONSE|CONNECTION_RESET|CONNECTION_CLOSED)/;

/** Where Studio keeps its token. */
const KEPT = JSON.stringify("galley /_studio token");

/** Takes seconds for each view: `npm run check -- studio` looks at all of them, `npm run test:all` at one. */
export async function expectAccessible(page: Page, always = false): Promise<void> {
  if (!always && process.env.GALLEY_STUDIO === undefined) return;
  // Otherwise it opens a page to collect its findings in frames, and there are none.
  const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).analyze();
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
}
