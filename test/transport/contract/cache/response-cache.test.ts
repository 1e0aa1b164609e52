import { describe, expect, it } from "vitest";
import { type Access, FULL_ACCESS } from "../../../../engine/internal.ts";
import { ResponseCache } from "../../../../transport/contract/cache/response-cache.ts";

const answer = (text: string) => ({ status: 200, body: Buffer.from(text) });
const other: Access = { authenticated: true, may: () => true };

function openCache(limit = 10_000) {
  const changes = new Map<string, number>();
  return { changes, cache: new ResponseCache(limit, (type) => changes.get(type) ?? 0) };
}

describe("the response cache", () => {
  it("gives an answer again while nothing it was read from has changed", () => {
    const { cache, changes } = openCache();
    cache.put(FULL_ACCESS, "/api/posts?", { answer: answer("one"), at: 5, types: ["post", "tag"] });
    expect(cache.get(FULL_ACCESS, "/api/posts?")).toEqual(answer("one"));
    changes.set("author", 6);
    expect(cache.get(FULL_ACCESS, "/api/posts?")).toEqual(answer("one"));
    changes.set("tag", 6);
    expect(cache.get(FULL_ACCESS, "/api/posts?")).toBeNull();
  });

  it("never gives a caller the answer for another caller or URL", () => {
    const { cache } = openCache();
    cache.put(FULL_ACCESS, "/api/posts?", { answer: answer("one"), at: 1, types: [] });
    expect(cache.get(other, "/api/posts?")).toBeNull();
    expect(cache.get(FULL_ACCESS, "/api/posts?a=1")).toBeNull();
  });

  it("drops the oldest answers when it is full, and keeps none that would fill it", () => {
    const { cache } = openCache(20_000);
    for (let at = 0; at < 100; at++)
      cache.put(FULL_ACCESS, `/${at}`, { answer: answer("x".repeat(200)), at: 1, types: [] });
    expect(cache.get(FULL_ACCESS, "/0")).toBeNull();
    expect(cache.get(FULL_ACCESS, "/99")).not.toBeNull();
    cache.put(FULL_ACCESS, "/huge", { answer: answer("x".repeat(5_000)), at: 1, types: [] });
    expect(cache.get(FULL_ACCESS, "/huge")).toBeNull();
    expect(cache.get(FULL_ACCESS, "/99")).not.toBeNull();
  });

  it("keeps repeated requests, and never more bytes than allowed", () => {
    const { cache } = openCache(20_000);
    for (let at = 0; at < 100; at++) {
      cache.put(FULL_ACCESS, `/${at}`, { answer: answer("x".repeat(200)), at: 1, types: [] });
      expect(cache.get(FULL_ACCESS, "/0")).not.toBeNull();
      expect(cache.bytes).toBeLessThanOrEqual(20_000);
    }
    expect(cache.get(FULL_ACCESS, "/50")).toBeNull();
  });

  it("counts the bytes of its entries through all additions and removals", () => {
    const { cache, changes } = openCache();
    cache.put(FULL_ACCESS, "/", { answer: answer("one"), at: 1, types: ["post"] });
    const { bytes } = cache;
    cache.put(FULL_ACCESS, "/", { answer: answer("two"), at: 1, types: ["post"] });
    expect(cache.bytes).toBe(bytes);
    changes.set("post", 2);
    cache.get(FULL_ACCESS, "/");
    expect(cache.bytes).toBe(0);
  });

  it("admits answers to repeated requests, as long as it remembers the request", () => {
    const { cache } = openCache(1_000_000);
    expect([cache.wants("/a", 10), cache.wants("/a", 10), cache.wants("/b", 10)]).toEqual([false, true, false]);
    const forgetful = openCache(1_024).cache;
    expect([forgetful.wants("/a", 10), forgetful.wants("/b", 10), forgetful.wants("/a", 10)]).toEqual([
      false,
      false,
      false,
    ]);
  });

  it("wants nearly all of many that come round, small as its memory of questions is", () => {
    const { cache } = openCache(64 * 1_048_576);
    const wanted = () =>
      Array.from({ length: 10_000 }, (_, at) => cache.wants(`/api/posts/${at}`, 500)).filter(Boolean);
    wanted();
    expect(wanted().length).toBeGreaterThan(9_700);
  });

  it("does not admit repeated answers that exceed its room", () => {
    const { cache } = openCache(1_000_000);
    const asked = (url: string) => cache.wants(url, 10_000);
    const around = (urls: number) =>
      Array.from({ length: urls }, (_, at) => asked(`/${urls}/${at}`)).filter(Boolean).length;
    expect([around(20), around(20)]).toEqual([0, 20]);
    expect([around(60), around(60)]).toEqual([0, 0]);
  });

  it("keeps nothing when it may hold nothing", () => {
    const { cache } = openCache(0);
    expect([cache.wants("/", 1), cache.wants("/", 1)]).toEqual([false, false]);
    cache.put(FULL_ACCESS, "/", { answer: answer("one"), at: 1, types: [] });
    expect(cache.get(FULL_ACCESS, "/")).toBeNull();
  });
});
