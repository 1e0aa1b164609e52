import { describe, expect, it } from "vitest";
import type { Storage } from "../../../../storage/internal.ts";
import { createGalley, type Galley } from "../../../../transport/galley.ts";
import { BLOG } from "../../../support/content/blog.ts";
import { failingStorage } from "../../../support/storage/failing-storage.ts";

async function ask(galley: Galley, path: string): Promise<readonly [number, unknown]> {
  const response = await galley.fetch(new Request(`http://test${path}`));
  expect(response.headers.get("cache-control")).toBe("no-store");
  return [response.status, await response.json()];
}

describe("GET /_health", () => {
  it("reports that the server is live and ready, and what its storage survives", async () => {
    await using galley = await createGalley({ schema: BLOG, todo: true });
    expect(await ask(galley, "/_health")).toEqual([
      200,
      {
        status: "ready",
        live: true,
        profile: "contract",
        ready: true,
        storage: { survives: "nothing", takesWrites: true },
      },
    ]);
    expect(await ask(galley, "/_health/live")).toEqual([200, { status: "live" }]);
    expect(await ask(galley, "/_health/ready")).toEqual([200, { status: "ready" }]);
  });

  it("is not ready while draining, and still answers", async () => {
    await using galley = await createGalley({ schema: BLOG, todo: true });
    galley.drain();
    expect(await ask(galley, "/_health/ready")).toEqual([503, { status: "draining" }]);
    expect(await ask(galley, "/_health")).toMatchObject([503, { status: "draining", live: true, ready: false }]);
    expect(await ask(galley, "/_health/live")).toEqual([200, { status: "live" }]);
    expect((await galley.fetch(new Request("http://test/todos"))).status).toBe(200);
  });

  it("is not ready when the storage failed, and does not say where", async () => {
    const storage: Storage = {
      ...failingStorage("unused"),
      append: async () => ({ kind: "unknown", reason: "/dev/x" }),
    };
    await using galley = await createGalley({ schema: BLOG, storage, logger: { info() {}, warn() {}, error() {} } });
    await expect(galley.documents("api::post.post").create({ data: { title: "lost" } })).rejects.toThrow();
    expect(await ask(galley, "/_health/ready")).toEqual([503, { status: "read only" }]);
    expect(await ask(galley, "/_health/writable")).toMatchObject([503, { takesWrites: false }]);
    const [status, body] = await ask(galley, "/_health");
    expect([status, body]).toMatchObject([503, { storage: { takesWrites: false } }]);
    expect(JSON.stringify(body)).not.toContain("/dev");
    expect(await ask(galley, "/_health/live")).toEqual([200, { status: "live" }]);
  });
});
