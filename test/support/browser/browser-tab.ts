import { setTimeout as delay } from "node:timers/promises";
import type { Page } from "@playwright/test";
import { openBrowser } from "./open-browser.ts";

/** As a tab is opened: a desktop's, in the light, where a test says nothing else. */
export interface TabOptions {
  readonly viewport?: { readonly width: number; readonly height: number };
  readonly colorScheme?: "light" | "dark";
  readonly permissions?: readonly string[];
}

export interface Tab {
  readonly page: Page;
  /** The hosts that it has asked since it was opened. */
  readonly hosts: ReadonlySet<string>;
  /** Lines written to its console, and thrown errors. */
  readonly complaints: readonly string[];
}

interface SharedTab extends Tab {
  readonly hosts: Set<string>;
  readonly complaints: string[];
}

const DESKTOP = { width: 1280, height: 720 };

/** Longer than any machine takes that only is busy. */
const LIMIT = 120_000;

/**
 * `GALLEY_SLOW=6`: a processor slower by this factor, and requests that wait up to half a second, to find the tests that
 * depend on either.
 */
const SLOWNESS = Number(process.env.GALLEY_SLOW ?? 1);

let shared: Promise<SharedTab> | null = null;

/**
 * A tab that has been nowhere yet on this server: nothing is stored there for it. All tests of a process share one tab of
 * one browser, since a context with a renderer of its own takes a second of processor time. The browser ends with the
 * process.
 *
 * @param url of the server.
 */
export async function openTab(url: string, options: TabOptions = {}): Promise<Tab> {
  shared ??= launch();
  const tab = await shared;
  const { origin } = new URL(url);
  await look(tab.page, options);
  // Any answer of the server gives access to the storage of its origin.
  await tab.page.goto(`${origin}/nothing`);
  await tab.page.evaluate("sessionStorage.clear(), localStorage.clear()");
  return again(options);
}

/** The tab as it is, for a test that continues after the previous one; its requests and errors are cleared. */
export async function again(options: TabOptions = {}): Promise<Tab> {
  if (shared === null) throw new Error("No tab was opened");
  const tab = await shared;
  await look(tab.page, options);
  tab.hosts.clear();
  tab.complaints.length = 0;
  return tab;
}

/** Whether the tab shows a page of this server now. */
export async function isTabAt(url: string): Promise<boolean> {
  return (await shared)?.page.url().startsWith(`${url}/`) ?? false;
}

/** Leaves the server, whose pages would ask it on. */
export async function leaveTab(): Promise<void> {
  await (await shared)?.page.goto("about:blank");
}

async function look(
  page: Page,
  { viewport = DESKTOP, colorScheme = "light", permissions = [] }: TabOptions,
): Promise<void> {
  // A page behind another one is painted seldom.
  await page.bringToFront();
  if (page.viewportSize()?.width !== viewport.width) await page.setViewportSize(viewport);
  await page.emulateMedia({ colorScheme });
  await page.context().clearPermissions();
  if (permissions.length > 0) await page.context().grantPermissions([...permissions]);
}

async function launch(): Promise<SharedTab> {
  const browser = await openBrowser();
  const context = await browser.newContext({ viewport: DESKTOP });
  context.setDefaultTimeout(LIMIT);
  const page = await context.newPage();
  if (SLOWNESS > 1) await slowDown(page);
  const hosts = new Set<string>();
  const complaints: string[] = [];
  page.on("request", (request) => hosts.add(new URL(request.url()).host));
  page.on("console", (message) => complaints.push(message.text()));
  page.on("pageerror", (error) => complaints.push(String(error)));
  return { page, hosts, complaints };
}

async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: SLOWNESS });
  await page.route("**/*", async (route) => {
    await delay(Math.random() * 500);
    // The page may have left meanwhile.
    await route.continue().catch(() => {});
  });
}
