import type { Locator, Page } from "@playwright/test";
import { afterAll, afterEach, beforeAll } from "vitest";
import { createGalley, type Galley, type GalleyOptions } from "../../../transport/galley.ts";
import { leaveTab } from "./browser-tab.ts";
import { type OpenStudio, openStudio, type StudioOptions } from "./open-studio.ts";

export const TOKEN = "a-token-for-the-studio-of-these-tests";

/** The galley of the running test file. */
export let galley: Galley;
/** The URL of its server. */
export let url: string;
/** Studio in the running test, once it has called `open`. */
export let studio: OpenStudio;
/** The page of `studio`. */
export let page: Page;

/** Opens a galley for the tests of a file, which may do everything with `TOKEN`. `fill` writes its content. */
export function studioTests(options: GalleyOptions, fill = async (): Promise<void> => {}): void {
  beforeAll(async () => {
    galley = await createGalley({ tokens: [{ name: "editor", token: TOKEN, access: "full-access" }], ...options });
    await fill();
    ({ url } = await galley.listen({ port: 0 }));
  });
  afterEach(() => studio.close());
  afterAll(async () => {
    await leaveTab();
    await galley?.close();
  });
}

/** Opens a view of Studio as the owner of `TOKEN`. */
export async function open(view: string, options: StudioOptions = {}): Promise<void> {
  studio = await openStudio(url, view, { token: TOKEN, ...options });
  page = studio.page;
}

export function button(name: string | RegExp): Locator {
  return page.getByRole("button", { name, exact: true });
}
