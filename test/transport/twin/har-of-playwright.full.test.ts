import { join } from "node:path";
import { expect, it } from "vitest";
import { createGalley } from "../../../transport/galley.ts";
import { openBrowser, WITHOUT_CHROMIUM } from "../../support/browser/open-browser.ts";
import { BLOG } from "../../support/content/blog.ts";
import { newFolder } from "../../support/folder.ts";
import { runHere } from "../../support/servers/run-here.ts";

const asks = async (origin: string): Promise<void> => {
  await (await fetch(`${origin}/api/authors?filters[name][$contains]=é&sort=name`)).json();
  const headers = { "content-type": "application/json" };
  const body = JSON.stringify({ query: "{ authors { name } }" });
  await (await fetch(`${origin}/graphql`, { method: "POST", headers, body })).json();
};

it.skipIf(WITHOUT_CHROMIUM).each([
  ["embedded bodies", "a.har", "embed"],
  ["bodies beside it", "b.har", "attach"],
  ["a ZIP", "c.zip", "attach"],
  ["no bodies", "d.har", "omit"],
] as const)("galley verify sends what Playwright recorded with %s", async (_, name, content) => {
  const galley = await createGalley({
    schema: BLOG,
    graphql: true,
    roles: { public: { author: ["find", "findOne"] } },
    tokens: [{ name: "full", token: "full-token", access: "full-access" }],
  });
  const { url } = await galley.listen({ port: 0 });
  const { origin } = new URL(url);
  const path = join(await newFolder(), name);
  const browser = await openBrowser();
  try {
    const context = await browser.newContext({ bypassCSP: true, recordHar: { path, content, mode: "full" } });
    const page = await context.newPage();
    await page.goto(`${origin}/api/authors`);
    await page.evaluate(asks, origin);
    await context.close();
    const listed = await runHere(["requests", path, "--filter", "/graphql"]);
    expect(listed.out).toMatch(/^POST http:\S+\/graphql 200/);
    const args = ["verify", origin, "--token-env", "TOKEN", "--requests", path, "--quiet"];
    const { code, out, errors } = await runHere(args, { environment: { TOKEN: "full-token" } });
    const reads = content === "omit" ? 2 : 3;
    expect([code, errors, out]).toEqual([
      0,
      "",
      expect.stringMatching(new RegExp(`^${reads} reads, ${reads} equal, 0 differences`)),
    ]);
  } finally {
    await browser.close();
    await galley.close();
  }
});
