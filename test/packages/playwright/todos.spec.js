import { test as base, expect } from "@playwright/test";

const test = base.extend({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from this pattern.
  extraHTTPHeaders: async ({}, use, { testId }) => use({ "x-galley-fork": testId }),
});

for (const title of ["Bake", "Brew"]) {
  test(`a page that adds ${title} sees nothing else`, async ({ page }) => {
    // A page of the front end: scripts in an answer of Galley itself may load nothing, by its Content-Security-Policy.
    await page.route("**/app", (route) => route.fulfill({ contentType: "text/html", body: "<!doctype html>" }));
    await page.goto(`${process.env.GALLEY_URL}/app`);
    const titles = await page.evaluate(async (added) => {
      const headers = { "content-type": "application/json" };
      await fetch("/todos", { method: "POST", headers, body: JSON.stringify({ title: added }) });
      return (await (await fetch("/todos")).json()).map((todo) => todo.title);
    }, title);
    expect(titles).toEqual([title]);
  });
}
