import { AxeBuilder } from "@axe-core/playwright";
import type { Browser, BrowserContextOptions, Page } from "@playwright/test";
import { expect } from "vitest";

export interface StudioOptions extends BrowserContextOptions {
  /** A visitor's when absent. */
  readonly token?: string;
}

/** Studio in a browser that has been nowhere yet. */
export interface OpenStudio {
  readonly page: Page;
  /** Closes it, and expects that nothing ran that came with the content, nothing failed, and no other host was asked. */
  close(): Promise<void>;
}

/** `url`: of the server; `view`: what stands behind the `#`. */
export async function openStudio(
  browser: Browser,
  url: string,
  view: string,
  { token = "", ...options }: StudioOptions = {},
): Promise<OpenStudio> {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  const hosts = new Set<string>();
  const complaints: string[] = [];
  // Nothing leaves the machine, whatever asks: what is no file of the server fails, and is complained of.
  await context.route(
    ({ origin }) => origin !== new URL(url).origin,
    (route) => route.abort("internetdisconnected"),
  );
  page.on("request", (request) => hosts.add(new URL(request.url()).host));
  page.on("console", (message) => complaints.push(message.text()));
  page.on("pageerror", (error) => complaints.push(String(error)));
  // Before anything on the page runs.
  const keep = `sessionStorage.setItem("galley /_studio token", ${JSON.stringify(token)})`;
  await page.addInitScript(`if (${token !== ""} && sessionStorage.length === 0) ${keep}`);
  await page.goto(`${url}/_studio#/${view}`);
  return {
    page,
    close: async () => {
      expect(await page.evaluate("globalThis.hit")).toBeUndefined();
      await context.close();
      // Chromium tells of every answer that is a refusal.
      expect(complaints.filter((text) => !/status of [45]\d\d/.test(text))).toEqual([]);
      expect([...hosts]).toEqual([new URL(url).host]);
    },
  };
}

/** Takes seconds for each view: `npm run test:studio` looks at all of them, `npm test` at one. */
export async function expectAccessible(page: Page, always = false): Promise<void> {
  if (!always && process.env.GALLEY_STUDIO === undefined) return;
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
}
