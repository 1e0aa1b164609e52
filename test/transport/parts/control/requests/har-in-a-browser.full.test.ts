import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { createGalley } from "../../../../../transport/galley.ts";
import { openBrowser, WITHOUT_CHROMIUM } from "../../../../support/browser/open-browser.ts";
import { BLOG } from "../../../../support/content/blog.ts";
import { newFolder } from "../../../../support/folder.ts";

/** Requests of a page: the same list before and after a write, and an entry that is not there. */
const asks = async (api: string): Promise<readonly unknown[]> => {
  const ask = async (path: string, init?: RequestInit) => {
    const answer = await fetch(api + path, init);
    return [answer.status, await answer.json()];
  };
  const list = "/authors?filters[name][$contains]=A b&populate=*&sort=name";
  const body = JSON.stringify({ data: { name: "A b", bio: "é" } });
  return [
    await ask(list),
    await ask("/authors", { method: "POST", headers: { "content-type": "application/json" }, body }),
    await ask("/authors/nothing"),
  ];
};

it.skipIf(WITHOUT_CHROMIUM)("Playwright's routeFromHAR replays what a galley recorded", async () => {
  const galley = await createGalley({ schema: BLOG, roles: { public: { author: ["find", "findOne", "create"] } } });
  const { url } = await galley.listen({ port: 0 });
  const api = `${new URL(url).origin}/api`;
  const browser = await openBrowser();
  try {
    const first = await browser.newPage({ bypassCSP: true });
    await first.goto(`${api}/authors`);
    const answered = await first.evaluate(asks, api);
    const har = join(await newFolder(), "out.har");
    await writeFile(har, JSON.stringify(await galley.requests.toHAR()));
    await galley.close();
    const replayed = await browser.newPage({ bypassCSP: true });
    await replayed.routeFromHAR(har, { notFound: "abort" });
    await replayed.goto(`${api}/authors`);
    expect(answered).toMatchObject([
      [200, {}],
      [201, {}],
      [404, {}],
    ]);
    expect(await replayed.evaluate(asks, api)).toEqual(answered);
  } finally {
    await browser.close();
  }
});
