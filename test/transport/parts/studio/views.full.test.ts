import { describe, expect, it } from "vitest";
import { WITHOUT_CHROMIUM } from "../../../support/browser/open-browser.ts";
import { expectAccessible } from "../../../support/browser/open-studio.ts";
import { button, galley, open, page, studioTests, TOKEN, url } from "../../../support/browser/studio-tests.ts";
import { BLOG } from "../../../support/content/blog.ts";

studioTests(
  {
    schema: BLOG,
    graphql: true,
    control: true,
    metrics: true,
  },
  async () => {
    await galley.documents("api::tag.tag").create({ data: { name: "Storms" } });
  },
);

describe.skipIf(WITHOUT_CHROMIUM)("Studio beside the content, in Chromium", () => {
  it("sends a request to the API, and writes it as code", async () => {
    await open("explorer");
    await page.getByLabel("Find an operation").fill("get /api/tags list");
    await page.getByRole("link", { name: /GET \/api\/tags/ }).click();
    await page.getByRole("heading", { name: "GET /api/tags", exact: true }).waitFor();
    await page.getByLabel("Query").fill("filters[name][$eq]=Storms&fields=name");
    await button("Send").click();
    await page.getByText("200 ·").waitFor();
    await expect
      .poll(() => page.getByRole("region", { name: "Answer as JSON" }).textContent())
      .toContain('"name": "Storms"');
    const code = page.getByRole("region", { name: "As code" }).locator("pre");
    await expect
      .poll(() => code.innerText())
      .toBe(
        `curl -g '${url}/api/tags?filters[name][$eq]=Storms&fields=name' \\\n  -H "Authorization: Bearer $GALLEY_TOKEN"`,
      );
    await button("@strapi/client").click();
    await expect
      .poll(() => code.innerText())
      .toContain('client.collection("tags").find({ filters: { name: { $eq: "Storms" } }, fields: ["name"] })');
    await expectAccessible(page);
  });

  it("moves nothing below the list of requests when one arrives", async () => {
    await open("control");
    await page.getByRole("region", { name: "Clock" }).getByText("Z").waitFor();
    const top = async () => (await page.getByLabel("Times").boundingBox())?.y;
    const before = await top();
    for (let at = 0; at < 3; at += 1) await fetch(`${url}/api/tags`, { headers: { authorization: `Bearer ${TOKEN}` } });
    await page.getByText("/api/tags").first().waitFor();
    expect(before).toBeGreaterThan(0);
    expect(await top()).toBe(before);
  });

  it("opens the request of a table and of an entry in the explorer, from an address that can be kept", async () => {
    const [tag] = await galley.documents("api::tag.tag").findMany({});
    const copied = () => page.evaluate("navigator.clipboard.readText()");
    await open(`content/tags?filter=${encodeURIComponent("name:$eq:Storms")}`, {
      permissions: ["clipboard-read", "clipboard-write"],
    });
    await button("URL").click();
    const asked = String(await page.locator(".url").textContent());
    await page.getByRole("link", { name: "Open in API" }).click();
    await page.getByRole("heading", { name: "GET /api/tags", exact: true }).waitFor();
    expect(`GET /api/tags?${await page.getByLabel("Query").inputValue()}`).toBe(asked);
    await page.reload();
    await button("Send").click();
    await page.getByText("200 ·").waitFor();
    await button("Copy URL").click();
    await page.getByText("Copied").waitFor();
    expect(await copied()).toBe(asked.replace("GET ", url));

    await page.goto(`${url}/_studio#/content/tags/${tag?.documentId}`);
    await page.getByRole("link", { name: "Open in API" }).click();
    await page.getByRole("heading", { name: "GET /api/tags/{documentId}" }).waitFor();
    expect(await page.getByLabel("documentId").inputValue()).toBe(tag?.documentId);
    await button("Send").click();
    await page.getByText("200 ·").waitFor();
  });

  it("steers tests: requests, faults, clock, snapshots and forks", async () => {
    await open("control");
    galley.clock.set("2030-01-01T00:00:00.000Z");
    await galley.fetch("/api/tags", { headers: { authorization: `Bearer ${TOKEN}` } });
    await page.getByText("/api/tags").first().click();
    await button("Send again").click();
    await page.getByText(/^200 in/).waitFor();

    await button("Add fault").click();
    await page.getByText('{"match":{"path":"/api/**"},"status":503,"times":1}').waitFor();
    expect((await galley.fetch("/api/tags")).status).toBe(503);
    await button("+ 1 day").click();
    await expect.poll(() => new Date(galley.clock.now()).toISOString().slice(0, 10)).toBe("2030-01-02");

    await page.getByLabel("Name of the snapshot").fill("before");
    await button("Take").click();
    await button("Restore before").waitFor();
    await galley.documents("api::tag.tag").create({ data: { name: "Calm" } });
    await button("Restore before").click();
    await expect.poll(() => galley.documents("api::tag.tag").count()).toBe(1);

    await page.getByLabel("Name of the fork").fill("mine");
    await button("Make").click();
    await button("Look at mine").click();
    await page.getByRole("button", { name: "Fork mine" }).waitFor();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Fork mine" }).click();
  });

  it("draws the server's activity", async () => {
    await open("charts");
    await expect.poll(() => page.locator(".key-0").first().innerText()).not.toBe("answered 0/s");
    await expect.poll(() => page.locator("canvas").count()).toBe(5);
    await expectAccessible(page);
  });

  it("has the query editor as a tab, with the token that it has itself", async () => {
    await open("graphql");
    const editor = page.frameLocator("iframe[title=GraphQL]");
    await editor.getByRole("tab", { name: "Headers" }).click();
    await expect.poll(() => editor.getByLabel("Token").inputValue()).toBe(TOKEN);
  });

  it("fits a phone in every view, in the dark and in the light", async () => {
    const views = [
      ["content", "Content"],
      ["content/posts/new", "New entry"],
      ["content/site-setting", "Site setting"],
      ["files", "Files"],
      ["control", "Control"],
      ["charts", "Charts"],
      [`explorer/${encodeURIComponent("PUT /api/posts/{documentId}")}`, "API"],
    ] as const;
    await open("", { viewport: { width: 400, height: 800 }, colorScheme: "dark" });
    for (const [view, heading] of views) {
      await page.evaluate(`location.hash = ${JSON.stringify(`#/${view}`)}`);
      await page.getByRole("heading", { level: 1, name: heading }).waitFor();
      const width = await page.evaluate("document.documentElement.scrollWidth");
      expect([view, Number(width) <= 400]).toEqual([view, true]);
      for (const colorScheme of ["dark", "light"] as const) {
        await page.emulateMedia({ colorScheme });
        await expectAccessible(page);
      }
    }
  });
});
