import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createGalley, type Galley } from "../../../../transport/galley.ts";
import { leaveTab } from "../../../support/browser/browser-tab.ts";
import { WITHOUT_CHROMIUM } from "../../../support/browser/open-browser.ts";
import { openStudio } from "../../../support/browser/open-studio.ts";
import { schemaOf } from "../../../support/content/schema-of.ts";

/** Takes minutes: `npm run check -- studio` does it. */
const IS_LEFT_OUT = WITHOUT_CHROMIUM || process.env.GALLEY_STUDIO === undefined;
const ROWS = 1_000_000;

const SCHEMA = schemaOf({
  part: { dp: false, attributes: { name: { type: "string" }, weight: { type: "integer" } } },
});

let galley: Galley<typeof SCHEMA>;
beforeAll(async () => {
  if (IS_LEFT_OUT) return;
  const part = Array.from({ length: ROWS }, (_, at) => ({ name: `Part ${at + 1}`, weight: (at * 7919) % ROWS }));
  galley = await createGalley({ schema: SCHEMA, open: true, explain: true, seed: { part } });
}, 900_000);
afterAll(async () => {
  await leaveTab();
  await galley?.close();
});

describe.skipIf(IS_LEFT_OUT)("a table of many rows in Studio (npm run check -- studio)", () => {
  it("is sorted, filtered and read to its end, a page at a time", async () => {
    const { url } = await galley.listen({ port: 0 });
    const { page, close } = await openStudio(url, "content/parts");
    const names = page.locator("tbody th");
    await page.getByRole("heading", { name: "Part" }).getByText(ROWS.toLocaleString("en"), { exact: true }).waitFor();
    await page.getByRole("button", { name: "weight" }).click();
    await page.getByText("sort=weight:asc").waitFor();
    await page.getByRole("link", { name: "Last" }).click();
    await page.getByText(`pagination[page]=${ROWS / 25}&`).waitFor();
    await expect.poll(() => names.count()).toBe(25);
    await page.getByText("Filter", { exact: true }).click();
    await page.getByLabel("Value").fill(`Part ${ROWS}`);
    await page.getByRole("button", { name: "Add filter" }).click();
    await expect.poll(() => names.allInnerTexts()).toEqual([`Part ${ROWS}`]);
    await close();
  });
});
