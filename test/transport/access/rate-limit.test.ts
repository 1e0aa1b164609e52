import { afterEach, describe, expect, it } from "vitest";
import { createGalley, type Galley, type GalleyOptions } from "../../../transport/galley.ts";
import { BLOG } from "../../support/content/blog.ts";

let galley: Galley | null = null;

afterEach(() => galley?.close());

/** Asks on a real socket; gives the statuses in the order of the questions. */
async function open(options: Partial<GalleyOptions>) {
  galley = await createGalley({
    schema: BLOG,
    todo: true,
    roles: { public: { "*": ["find", "findOne"] } },
    tokens: [
      { name: "ci", token: "right", access: "full-access" },
      { name: "app", token: "other", access: "read-only" },
    ],
    ...options,
  });
  const { url } = await galley.listen({ port: 0 });
  const ask = async (path: string, headers: Record<string, string> = {}) => {
    const response = await fetch(url + path, { headers });
    return { status: response.status, retryAfter: response.headers.get("retry-after"), body: await response.text() };
  };
  const statuses = async (count: number, path: string, headers?: (at: number) => Record<string, string>) => {
    const all: number[] = [];
    for (let at = 0; at < count; at++) all.push((await ask(path, headers?.(at))).status);
    return all;
  };
  return { ask, statuses };
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

describe("the limit of refused credentials", () => {
  it("answers 429 with the time to wait to an address that continues guessing", async () => {
    const { ask, statuses } = await open({ rateLimit: { failures: 5 } });
    expect(await statuses(5, "/api/posts", (at) => bearer(`guess${at}`))).toEqual([401, 401, 401, 401, 401]);
    const { status, retryAfter, body } = await ask("/api/posts", bearer("guess"));
    expect(status).toBe(429);
    expect(Number(retryAfter)).toBeGreaterThan(0);
    expect(JSON.parse(body)).toMatchObject({ data: null, error: { status: 429, name: "RateLimitError" } });
  });

  it("locks out nobody whose credentials are good, known before or not, and nobody without", async () => {
    const { ask, statuses } = await open({ rateLimit: { failures: 3 } });
    expect((await ask("/api/posts", bearer("right"))).status).toBe(200);
    await statuses(4, "/api/posts", (at) => bearer(`guess${at}`));
    expect((await ask("/api/posts", bearer("guess"))).status).toBe(429);
    expect((await ask("/api/posts", bearer("right"))).status).toBe(200);
    expect((await ask("/api/posts", bearer("other"))).status).toBe(200);
    expect((await ask("/api/posts")).status).toBe(200);
    expect((await ask("/_health", bearer("guess"))).status).toBe(200);
  });

  it("is on by default, and far above what a client does by mistake", async () => {
    const { statuses } = await open({});
    const seen = await statuses(70, "/api/posts", (at) => bearer(`guess${at}`));
    expect(seen.slice(0, 50).every((status) => status === 401)).toBe(true);
    expect(seen.at(-1)).toBe(429);
  });
});

describe("the limit of requests", () => {
  it("counts by address whatever else a client changes", async () => {
    const { statuses } = await open({ rateLimit: { requests: 10, seconds: 3600 } });
    const seen = await statuses(12, "/api/posts", (at) => ({
      "x-forwarded-for": `198.51.100.${at}`,
      "user-agent": `agent ${at}`,
      cookie: `session=${at}`,
    }));
    expect(seen).toEqual([...Array<number>(10).fill(200), 429, 429]);
  });

  it("counts by token across the addresses that a trusted proxy reports", async () => {
    const { statuses } = await open({ rateLimit: { requests: 3, seconds: 3600, trustedProxies: ["127.0.0.1"] } });
    const forwarded = (at: number) => ({ "x-forwarded-for": `198.51.100.${at}` });
    expect(await statuses(4, "/api/posts", forwarded)).toEqual([200, 200, 200, 200]);
    const asCi = (at: number) => ({ ...forwarded(100 + at), ...bearer("right") });
    expect(await statuses(4, "/api/posts", asCi)).toEqual([200, 200, 200, 429]);
    expect(await statuses(1, "/api/posts", () => ({ ...forwarded(150), ...bearer("other") }))).toEqual([200]);
  });

  it("holds for todos in their own shape, and never for the health of the server", async () => {
    const { ask, statuses } = await open({ rateLimit: { requests: 1, seconds: 3600 } });
    expect(await statuses(3, "/_health")).toEqual([200, 200, 200]);
    expect(await statuses(1, "/todos")).toEqual([200]);
    const { status, body } = await ask("/todos");
    expect([status, JSON.parse(body)]).toEqual([429, { error: "Too many requests, please try again later." }]);
  });

  it("does not hold where there is no socket", async () => {
    await open({ rateLimit: { requests: 1, seconds: 3600 } });
    for (let at = 0; at < 3; at++)
      expect((await galley?.fetch(new Request("http://test/api/posts")))?.status).toBe(200);
  });
});
