import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { createGalley } from "../../../../transport/galley.ts";
import { BLOG } from "../../../support/content/blog.ts";
import { openedForAll } from "../../../support/run/opened.ts";

const galley = openedForAll(() => createGalley({ schema: BLOG }));

const addressesIn = (html: string) => [...html.matchAll(/(?:href|src)="([^"]+)"/g)].map(([, to = ""]) => to);

describe("the files of Studio", () => {
  it("are its own, under names that tell their content", async () => {
    const page = await galley.fetch("/_studio");
    expect(page.headers.get("content-type")).toBe("text/html; charset=utf-8");
    const files = addressesIn(await page.text());
    expect(files.length).toBeGreaterThan(3);
    for (const file of files) {
      const response = await galley.fetch(`/${file}`);
      expect([file, response.status]).toEqual([file, 200]);
      expect(response.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
    }
  });

  it("run under a policy without inline scripts and styles", async () => {
    const policy = (await galley.fetch("/_studio")).headers.get("content-security-policy") ?? "";
    expect(policy).toMatch(/^default-src 'none'; script-src 'self'/);
    expect(policy).not.toMatch(/unsafe|https?:|\*/);
  });

  it("are at most 120 kB in gzip", async () => {
    const html = await (await galley.fetch("/_studio")).text();
    const files = addressesIn(html).filter((file) => /\.(?:js|css|svg)$/.test(file));
    const texts = await Promise.all(files.map(async (file) => (await galley.fetch(`/${file}`)).text()));
    const bytes = [html, ...texts].reduce((sum, text) => sum + gzipSync(text).byteLength, 0);
    expect(bytes).toBeLessThan(120_000);
  });

  it("are not there where Studio is switched off", async () => {
    const without = await createGalley({ schema: BLOG, studio: false });
    expect((await without.fetch("/_studio")).status).toBe(404);
    expect(await (await without.fetch("/")).json()).not.toHaveProperty("links.studio");
    await without.close();
  });

  it("are spared by faults and by the journal of requests", async () => {
    const faulty = await createGalley({ schema: BLOG });
    faulty.faults.add({ status: 500 });
    expect((await faulty.fetch("/_studio")).status).toBe(200);
    expect(faulty.requests.count()).toBe(0);
    await faulty.close();
  });
});
