import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import { describe, expect, it } from "vitest";
import type { Storage } from "../../../../storage/internal.ts";
import { createGalley, type Galley } from "../../../../transport/galley.ts";
import { BLOG } from "../../../support/content/blog.ts";
import { readMetrics } from "../../../support/requests/metrics.ts";
import { failingStorage } from "../../../support/storage/failing-storage.ts";
import { MemoryLog } from "../../../support/storage/memory-log.ts";

/** The values of a metrics page by name and labels. */
const read = async (response: Response) => readMetrics(await response.text());

const ask = (galley: Galley, path: string, init?: RequestInit) => galley.fetch(new Request(`http://test${path}`, init));

const open = (metrics: boolean) =>
  createGalley({ schema: BLOG, todo: true, roles: { public: { "*": ["find", "findOne"] } }, metrics });

describe("GET /_metrics", () => {
  it("counts answers by declared route and status, never by input of clients", async () => {
    await using galley = await open(true);
    for (const id of ["a", "b", "c"]) await ask(galley, `/api/posts/${id}`);
    await ask(galley, "/api/posts");
    await ask(galley, "/made/up");
    await ask(galley, "/api/posts", { method: "PROPFIND" });
    const values = await read(await ask(galley, "/_metrics"));
    const requests = [...values].filter(([name]) => name.startsWith("galley_http_requests_total"));
    expect(Object.fromEntries(requests)).toEqual({
      'galley_http_requests_total{method="GET",route="/api/posts/:documentId",status="404"}': 3,
      'galley_http_requests_total{method="GET",route="/api/posts",status="200"}': 1,
      'galley_http_requests_total{method="GET",route="none",status="404"}': 1,
      'galley_http_requests_total{method="other",route="/api/posts",status="405"}': 1,
    });
  });

  it("reports answer times in cumulative buckets", async () => {
    await using galley = await open(true);
    for (let at = 0; at < 5; at++) await ask(galley, "/todos");
    const values = await read(await ask(galley, "/_metrics"));
    const name = "galley_http_request_duration_seconds";
    const labels = 'method="GET",route="/todos"';
    const buckets = [...values].filter(([key]) => key.startsWith(`${name}_bucket{${labels}`)).map(([, value]) => value);
    expect(buckets).toEqual([...buckets].sort((a, b) => a - b));
    expect(buckets.at(-1)).toBe(5);
    expect(values.get(`${name}_count{${labels}}`)).toBe(5);
    expect(values.get(`${name}_sum{${labels}}`)).toBeGreaterThan(0);
  });

  it("reports commits and the response cache, and no documents by type, which strangers may ask for", async () => {
    await using galley = await open(true);
    await galley.documents("api::post.post").create({ data: { title: "One" }, status: "published" });
    for (let times = 0; times < 3; times++) await ask(galley, "/api/posts");
    const values = await read(await ask(galley, "/_metrics"));
    expect(values.get("galley_commits_total")).toBe(galley.engine.number);
    expect([...values.keys()].filter((name) => name.startsWith("galley_documents"))).toEqual([]);
    expect(values.get("galley_response_cache_hits_total")).toBe(1);
    expect(values.get("galley_response_cache_misses_total")).toBe(2);
    expect(values.get("galley_response_cache_bytes")).toBeGreaterThan(0);
    expect(values.get("galley_takes_writes")).toBe(1);
  });

  it("reports the resources of the process, and whether writes are stored", async () => {
    const log = new MemoryLog();
    const storage: Storage = { ...failingStorage("unused"), append: async () => ({ kind: "unknown", reason: "EIO" }) };
    await using galley = await createGalley({ schema: BLOG, storage, logger: log, metrics: true });
    const values = async () => read(await ask(galley, "/_metrics"));
    const before = await values();
    for (const name of ["process_resident_memory_bytes", "nodejs_heap_size_used_bytes"]) {
      expect(before.get(name)).toBeGreaterThan(1_000_000);
    }
    expect([before.get("galley_takes_writes"), before.get("galley_write_queue_length")]).toEqual([1, 0]);
    await expect(galley.documents("api::post.post").create({ data: { title: "lost" } })).rejects.toThrow();
    expect((await values()).get("galley_takes_writes")).toBe(0);
    expect(JSON.stringify(log.lines)).toContain("EIO");
    expect(await (await ask(galley, "/_health")).json()).toMatchObject({ storage: { reason: expect.any(String) } });
  });

  it("does not exist unless configured", async () => {
    await using galley = await open(false);
    expect((await ask(galley, "/_metrics")).status).toBe(404);
  });

  it("can have its own port, which serves nothing else", async () => {
    const port = await freePort();
    await using galley = await createGalley({ schema: BLOG, metrics: { port } });
    const { url } = await galley.listen({ port: 0 });
    expect((await fetch(`${url}/_metrics`)).status).toBe(404);
    const page = await fetch(`http://127.0.0.1:${port}/_metrics`);
    expect(page.headers.get("content-type")).toBe("text/plain; version=0.0.4; charset=utf-8");
    const values = await read(page);
    expect(values.get("galley_commits_total")).toBe(0);
    expect(values.get('galley_documents{type="api::post.post"}')).toBe(0);
    expect((await fetch(`http://127.0.0.1:${port}/todos`)).status).toBe(404);
  });
});

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}
