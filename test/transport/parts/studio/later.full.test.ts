import { describe, expect, it } from "vitest";
import { WITHOUT_CHROMIUM } from "../../../support/browser/open-browser.ts";
import { expectAccessible } from "../../../support/browser/open-studio.ts";
import { button, galley, open, page, studioTests, TOKEN } from "../../../support/browser/studio-tests.ts";
import { BLOG } from "../../../support/content/blog.ts";

/** Whether the receiver of webhooks takes them. */
let takes = false;
studioTests({
  schema: BLOG,
  control: true,
  schedule: true,
  clock: { start: "2026-12-01T00:00:00.000Z" },
  webhooks: [{ name: "site", url: "https://www.example.org/revalidate", events: ["entry.publish"] }],
  deliver: () => new Response(null, { status: takes ? 200 : 500 }),
});

describe.skipIf(WITHOUT_CHROMIUM)("deliveries and the schedule, in Chromium", () => {
  it("lists deliveries with their bodies, and sends a dead one again", async () => {
    await galley.documents("api::post.post").create({ data: { title: "Bread" }, status: "published" });
    await galley.webhooks.settled();
    await open("webhooks");
    await page.locator(".badge.modified", { hasText: "waiting" }).waitFor();
    // After the last pause the delivery is dead.
    for (let tries = 0; tries < 8; tries += 1) {
      await galley.webhooks.settled();
      await galley.clock.advance(13 * 3_600_000);
    }
    await page.getByText("https://www.example.org/revalidate").waitFor();
    await page.locator(".badge.refused").waitFor();
    await button("entry.publish").click();
    const body = page.getByRole("region", { name: "Body of entry.publish" });
    expect(JSON.parse(String(await body.textContent()))).toMatchObject({ event: "entry.publish", model: "post" });
    await expectAccessible(page);
    takes = true;
    await button("Send entry.publish to site again").click();
    await page.locator(".badge.published").waitFor();
    await button("Dead").click();
    await page.getByText("No deliveries here yet").waitFor();
  });

  it("shows what is due, with the title of the document, and cancels it", async () => {
    const posts = galley.documents("api::post.post");
    const documentId = String((await posts.create({ data: { title: "A calendar" } })).documentId);
    const at = (day: number) => `2026-12-${day}T06:00:00Z`;
    await galley.schedule({ type: "post", documentId, action: "publish", at: at(24) });
    await galley.schedule({ type: "post", documentId, action: "unpublish", at: at(27) });
    await open("schedule", { viewport: { width: 400, height: 800 } });
    await expect.poll(() => page.locator("main strong").allInnerTexts()).toEqual(["publish", "unpublish"]);
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(400);
    await expectAccessible(page);
    await button("Cancel unpublish of A calendar").click();
    await button("Cancel the schedule").click();
    await expect.poll(() => page.locator("main strong").allInnerTexts()).toEqual(["publish"]);
    await page.getByRole("link", { name: "A calendar" }).click();
    await page.getByRole("heading", { level: 1, name: /A calendar/ }).waitFor();
    const answer = await galley.fetch("/api/_schedule", { headers: { authorization: `Bearer ${TOKEN}` } });
    expect(await answer.json()).toMatchObject({ data: [{ action: "publish" }] });
  });

  it("are not there for callers who may not see them", async () => {
    await open("content", { token: "" });
    await page.getByRole("link", { name: "Content" }).waitFor();
    expect(await page.getByRole("link", { name: /Schedule|Webhooks/ }).count()).toBe(0);
  });
});
