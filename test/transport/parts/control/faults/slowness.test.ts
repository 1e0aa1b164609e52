import { describe, expect, it } from "vitest";
import { resolveSettings } from "../../../../../transport/cli/settings.ts";
import { parseArguments } from "../../../../../transport/cli/usage/usage.ts";
import { USAGES } from "../../../../../transport/cli/usage/usages.ts";
import { createGalley, type Galley, type GalleyConfig } from "../../../../../transport/galley.ts";
import {
  bandwidthRules,
  errorRules,
  latencyRules,
} from "../../../../../transport/parts/control/faults/slowness-config.ts";
import { BLOG } from "../../../../support/content/blog.ts";
import { withServerHere } from "../../../../support/servers/run-here.ts";

type Slow = Pick<GalleyConfig, "latency" | "errors" | "bandwidth">;

const open = (slow: Slow, ids = 7) =>
  createGalley({
    schema: BLOG,
    ids,
    clock: "2026-01-01",
    open: true,
    todo: true,
    seed: { tag: [{ name: "one" }] },
    ...slow,
  });

const statuses = async ({ fetch }: Pick<Galley, "fetch">, path: string, times: number) => {
  const found: number[] = [];
  for (let turn = 0; turn < times; turn++) found.push((await fetch(path)).status);
  return found;
};

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

describe("a setting that slows answers", () => {
  it.each<[string, unknown]>([
    ["80", 80],
    ["80ms", 80],
    ["1.5s", 1500],
    [".5 s", 500],
    ["80ms±20", [60, 100]],
    ["80±20ms", [60, 100]],
    ["80ms+-20ms", [60, 100]],
    ["80ms+/-25%", [60, 100]],
    ["1s±0.2", [800, 1200]],
    ["80ms±100", [0, 180]],
    ["50-120ms", [50, 120]],
    ["1-2s", [1000, 2000]],
    ["50ms..120ms", [50, 120]],
  ])("takes %s as a latency", (text, delay) => {
    expect(latencyRules(text)).toEqual([{ method: null, path: null, value: delay }]);
  });

  it.each<[string, number, number]>([
    ["1%", 0.01, 500],
    ["0.5 %", 0.005, 500],
    ["100%", 1, 500],
    ["0.01", 0.01, 500],
    ["2%:503", 0.02, 503],
  ])("takes %s as a rate of errors", (text, probability, status) => {
    expect(errorRules(text)).toEqual([{ method: null, path: null, value: { probability, status } }]);
  });

  it.each([
    ["1.6Mbps", 1_600_000],
    ["1.6mbps", 1_600_000],
    ["750 kbit/s", 750_000],
    ["750KBPS", 750_000],
    ["64bps", 64],
    ["200kB/s", 1_600_000],
    ["1MBps", 8_000_000],
    ["1Gbps", 1e9],
  ])("takes %s as a bandwidth", (text, bits) => {
    expect(bandwidthRules(text)).toEqual([{ method: null, path: null, value: bits }]);
  });

  it.each<[keyof Slow, unknown, string]>([
    [
      "latency",
      "80m",
      "latency: must be like 80ms, 80ms±20, 1.5s, 50-120ms or /api/posts=200ms, not 80m: did you mean 80ms?",
    ],
    ["latency", "2 seconds", "not 2 seconds: did you mean 2s?"],
    ["latency", "1,5s", "latency: has two values for all paths: did you mean 1.5s?"],
    ["latency", "slow", "not slow"],
    ["latency", "", "not nothing"],
    ["latency", -1, "not -1"],
    ["latency", [3, 2], "not [3,2]"],
    ["latency", "100-50ms", "not 100-50ms"],
    ["latency", true, "not true"],
    ["latency", "/api/posts?a=200ms", "must be a text with at most 32 stars"],
    ["latency", { "/api/posts": "2h" }, "latency./api/posts: must be like"],
    ["latency", "posts=80ms", "latency: must name paths from the root, not posts: did you mean /api/posts, or /posts?"],
    ["errors", { posts: "1%" }, "errors.posts: must name paths from the root, not posts"],
    ["bandwidth", "GET posts=1Mbps", "bandwidth: must name paths from the root, not posts"],
    ["errors", "1", "errors: must be like 1%, 1%:503 or /api/posts=5%, not 1: did you mean 1%?"],
    ["errors", "503", "not 503: did you mean 1%:503?"],
    ["errors", "101%", "not 101%: did you mean 100%?"],
    ["errors", "1%:/api", "not 1%:/api: did you mean /api=1%?"],
    ["latency", "80ms@/api/posts", "not 80ms@/api/posts: did you mean /api/posts=80ms?"],
    ["errors", "101%", "not 101%"],
    ["errors", "1%:99", "not 1%:99"],
    ["errors", "1%:200", "not 1%:200"],
    ["errors", 2, "not 2"],
    [
      "bandwidth",
      "1.6",
      "bandwidth: must be like 1.6Mbps, 750kbps, 200kB/s or /uploads/**=750kbps, not 1.6: did you mean 1.6Mbps?",
    ],
    ["bandwidth", "750k", "not 750k: did you mean 750kbps?"],
    ["bandwidth", "1.6MB", "not 1.6MB: did you mean 1.6MB/s?"],
    ["bandwidth", 0, "not 0"],
  ])("of %s refuses %j, with the near form", async (name, value, message) => {
    await expect(open({ [name]: value } as Slow)).rejects.toThrow(message);
  });

  it("delays every answer but Galley's own pages, and those of a path by its own time", async () => {
    await using galley = await open({ latency: "60ms,/api/tags=0,POST /todos=130ms" });
    const todo = { method: "POST", headers: { "content-type": "application/json" }, body: '{"title":"a"}' };
    expect(galley.faults.latency).toBe(60);
    expect(await timeOf(() => galley.fetch("/api/posts"))).toBeGreaterThanOrEqual(55);
    expect(await timeOf(() => galley.fetch("/todos", todo))).toBeGreaterThanOrEqual(120);
    let held = true;
    const gone = new AbortController();
    const waiting = galley.fetch("/api/posts", { signal: gone.signal }).finally(() => {
      held = false;
    });
    expect((await galley.fetch("/api/tags")).status).toBe(200);
    expect((await galley.fetch("/_health")).status).toBe(200);
    expect(held).toBe(true);
    gone.abort();
    await expect(waiting).rejects.toThrow();
  });

  it("draws by the seed: the same requests fail in each run, fork and after reset", async () => {
    await using galley = await open({ errors: "40%:503" });
    const first = await statuses(galley, "/api/tags", 30);
    expect(new Set(first)).toEqual(new Set([200, 503]));
    expect(await statuses(galley.fork(), "/api/tags", 30)).toEqual(first);
    await galley.reset();
    expect(await statuses(galley, "/api/tags", 30)).toEqual(first);
    await using again = await open({ errors: "40%:503" });
    expect(await statuses(again, "/api/tags", 30)).toEqual(first);
    await using other = await open({ errors: "40%:503" }, 8);
    expect(await statuses(other, "/api/tags", 30)).not.toEqual(first);
  });

  it("lets errors hit their paths alone, beside faults, until all are cleared", async () => {
    await using galley = await open({ errors: { "/api/tags": "100%:418", "*": 0 } });
    galley.faults.add({ match: { path: "/api/tags" }, status: 502, times: 1 });
    expect(await statuses(galley, "/api/tags", 2)).toEqual([502, 418]);
    expect(await statuses(galley, "/api/posts", 2)).toEqual([200, 200]);
    galley.faults.clear();
    expect(await statuses(galley, "/api/tags", 1)).toEqual([200]);
  });

  it("sends answers at a bandwidth, whole", async () => {
    await using galley = await open({ bandwidth: "/api/tags=8kbps" });
    await using plain = await open({});
    const whole = await (await plain.fetch("/api/tags")).text();
    const started = performance.now();
    const response = await galley.fetch("/api/tags");
    expect(await response.text()).toBe(whole);
    // A byte takes a millisecond.
    expect(performance.now() - started).toBeGreaterThanOrEqual(Buffer.byteLength(whole) * 0.9);
    expect((await galley.fetch("/api/absent")).status).toBe(404);
  });

  it("sends nothing at a bandwidth that no timer is long enough for", async () => {
    await using galley = await open({});
    galley.faults.add({ bandwidth: 1e-9 });
    const text = (await galley.fetch("/api/tags")).text();
    const first = await Promise.race([text, new Promise((resolve) => setTimeout(resolve, 100, "nothing yet"))]);
    expect(first).toBe("nothing yet");
    galley.faults.clear();
    expect(await text).toContain("data");
  });

  it("refuses a fault with no bandwidth", async () => {
    await using galley = await open({});
    expect(() => galley.faults.add({ bandwidth: -1 })).toThrow("bandwidth must be a number of bits per second");
  });
});

describe("on the command line", () => {
  const settings = (args: readonly string[], environment: Record<string, string> = {}, config: GalleyConfig = {}) =>
    resolveSettings(parseArguments(USAGES.serve, args), environment, {
      config,
      folder: ".",
      source: "galley.config.json",
    });

  it("takes flags several times, before the file", () => {
    const args = ["--latency", "80ms±20", "--latency", "/api/posts=200ms", "--errors", "1%"];
    expect(settings(args, {}, { latency: 5, bandwidth: "1Mbps" }).config).toMatchObject({
      latency: "80ms±20,/api/posts=200ms",
      errors: "1%",
      bandwidth: "1Mbps",
    });
  });

  it("refuses bad values in one line", () => {
    expect(() => settings(["--latency", "80m"])).toThrow("--latency must be like 80ms");
    expect(() => settings(["--errors", "1"])).toThrow("did you mean 1%?");
  });

  it("is never on by accident in production", () => {
    const production = { NODE_ENV: "production" };
    expect(() => settings([], production, { latency: 5 })).toThrow(
      "latency in galley.config.json spoils answers on purpose: where NODE_ENV is production, only the flag --latency may",
    );
    expect(settings(["--latency", "5"], production, { latency: 5 }).config.latency).toBe("5");
  });

  it("is in banner and log", async () => {
    const args = ["--port", "0", "--data", "memory", "--errors", "100%:503", "--errors", "/api/tags=0%"];
    await withServerHere(args, {}, async (server, url) => {
      expect(server.out).toContain("Slow     on purpose: errors 100%:503,/api/tags=0%");
      expect(server.out + server.errors).toContain("Answers are spoiled on purpose: errors 100%:503,/api/tags=0%");
      const found = [];
      for (const path of ["/api/posts", "/api/tags", "/_health"]) found.push((await fetch(url + path)).status);
      expect(found).toEqual([503, 200, 200]);
    });
  });
});
