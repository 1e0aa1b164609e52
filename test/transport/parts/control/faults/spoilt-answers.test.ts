import { describe, expect, it } from "vitest";
import type { FaultSpec, Galley } from "../../../../../transport/galley.ts";
import { BLOG } from "../../../../support/content/blog.ts";
import { openGalley } from "../../../../support/servers/open-galley.ts";

async function start(): Promise<{ galley: Galley; urls: readonly string[] }> {
  const galley = await openGalley({ schema: BLOG, roles: { public: { tag: ["find", "findOne"] } } });
  for (const name of ["one", "two", "three"]) await galley.documents("api::tag.tag").create({ data: { name } });
  const listening = [];
  for (const listener of ["node", "auto"] as const) listening.push(await galley.listen({ port: 0, listener }));
  return { galley, urls: ["", ...listening.map(({ url }) => url)] };
}

/** Through both listeners, and without a socket. */
function asker(galley: Galley, url: string): (path: string) => Promise<Response> {
  return (path) => (url === "" ? galley.fetch(path) : fetch(`${url}${path}`));
}

async function hit(spec: FaultSpec, check: (ask: (path: string) => Promise<Response>, whole: string) => Promise<void>) {
  const { galley, urls } = await start();
  const whole = await (await galley.fetch("/api/tags")).text();
  galley.faults.add(spec);
  for (const url of urls) await check(asker(galley, url), whole);
}

describe("a fault of the answer", () => {
  it("drips: all of the body comes, in parts, with the time that they take", async () => {
    await hit({ drip: { chunks: 5, over: 200 } }, async (ask, whole) => {
      const started = performance.now();
      const response = await ask("/api/tags");
      expect(response.headers.get("content-length")).toBe(String(Buffer.byteLength(whole)));
      expect(await response.text()).toBe(whole);
      expect(performance.now() - started).toBeGreaterThan(150);
    });
  });

  it("cuts: a part of the body comes, then the connection is closed", async () => {
    await hit({ cut: 0.5 }, async (ask, whole) => {
      const response = await ask("/api/tags");
      expect(response.status).toBe(200);
      const got: Uint8Array[] = [];
      await expect(
        (async () => {
          for await (const chunk of response.body ?? []) got.push(chunk);
        })(),
      ).rejects.toThrow();
      const length = got.reduce((sum, { byteLength }) => sum + byteLength, 0);
      expect(length).toBeLessThanOrEqual(Buffer.byteLength(whole) / 2);
    });
  });

  it("garbles: no parser accepts the JSON, whose length is announced as it is", async () => {
    for (const body of [{ a: [1] }, [1], 12, true, "text"]) {
      const spec = { garble: "json", status: 200, ...(typeof body !== "string" && { body }) } as const;
      await hit(spec, async (ask) => {
        const text = await (await ask("/api/tags")).text();
        expect(() => JSON.parse(text)).toThrow();
      });
    }
  });

  it("hits refusals as well, and lets files and texts be what they are", async () => {
    await hit({ garble: "json", match: { path: "/api/tags/nothing" } }, async (ask) => {
      const response = await ask("/api/tags/nothing");
      expect(response.status).toBe(404);
      const text = await response.text();
      expect(() => JSON.parse(text)).toThrow();
    });
    await hit({ garble: "json", status: 200, body: "as it is" }, async (ask) => {
      expect(await (await ask("/api/tags")).text()).toBe("as it is");
    });
  });

  it("ends its pauses when all faults are removed", async () => {
    const { galley } = await start();
    galley.faults.add({ drip: { chunks: 2, over: 2_000_000 } });
    const response = await galley.fetch("/api/tags");
    const text = response.text();
    galley.faults.clear();
    expect(JSON.parse(await text).data).toHaveLength(3);
  });

  it("is refused with what it needs", async () => {
    const { galley } = await start();
    const faults: [object, string][] = [
      [{ drip: { chunks: 0, over: 1 } }, "drip must have chunks"],
      [{ drip: 5 }, "drip must have chunks"],
      [{ cut: 1 }, "cut must be a number from 0 to less than 1"],
      [{ garble: "xml" }, 'garble must be "json"'],
    ];
    for (const [spec, message] of faults) expect(() => galley.faults.add(spec as FaultSpec)).toThrow(message);
  });
});
