import { afterAll, describe, expect, it } from "vitest";
import { createGalley } from "../../../../transport/galley.ts";
import { leaveTab, openTab } from "../../../support/browser/browser-tab.ts";
import { WITHOUT_CHROMIUM } from "../../../support/browser/open-browser.ts";
import { BLOG } from "../../../support/content/blog.ts";

afterAll(leaveTab);

describe.skipIf(WITHOUT_CHROMIUM)("the browser that Studio is tested in", () => {
  it("has the network cut", async () => {
    await using galley = await createGalley({ schema: BLOG });
    const { page } = await openTab((await galley.listen({ port: 0 })).url);
    await page.goto("about:blank");
    const failureOf = async (address: string) => {
      const failed = page.waitForEvent("requestfailed", (request) => request.url() === address);
      await page.evaluate(`fetch(${JSON.stringify(address)}).catch(() => {})`);
      return (await failed).failure()?.errorText;
    };
    expect(await failureOf("http://example.org/")).toBe("net::ERR_NAME_NOT_RESOLVED");
    expect(await failureOf("http://192.0.2.1/")).toBe("net::ERR_NAME_NOT_RESOLVED");
  });
});
