import { test as base, expect } from "@playwright/test";

const test = base.extend({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from this pattern.
  extraHTTPHeaders: async ({}, use, { testId }) => use({ "x-galley-fork": testId }),
});

for (const title of ["Bake", "Brew"]) {
  test(`a page that adds ${title} sees nothing else`, async ({ page }) => {
    await page.goto(`${process.env.GALLEY_URL}/todos`);
    const titles = await page.evaluate(async (added) => {
      const headers = { "content-type": "application/json" };
      await fetch("/todos", { method: "POST", headers, body: JSON.stringify({ title: added }) });
      return (await (await fetch("/todos")).json()).map((todo) => todo.title);
    }, title);
    expect(titles).toEqual([title]);
  });
}
