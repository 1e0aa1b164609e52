import { afterEach, expect, test, vi } from "vitest";
import { createGalley } from "../../../transport/galley.ts";
import { BLOG } from "../../support/content/blog.ts";

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** An event loop whose turns are late by a given time. */
function eventLoop() {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  let now = 0;
  vi.spyOn(performance, "now").mockImplementation(() => now);
  return {
    turn(late: number): void {
      now += 100 + late;
      vi.advanceTimersByTime(100);
    },
  };
}

test("an overloaded server refuses with 503 for a while, except for health requests", async () => {
  const loop = eventLoop();
  await using galley = await createGalley({
    schema: BLOG,
    roles: { public: { "*": ["find"] } },
    maxEventLoopDelay: 200,
  });
  const ask = (path: string) => galley.fetch(new Request(`http://test${path}`));
  expect((await ask("/api/posts")).status).toBe(200);

  loop.turn(600);
  expect((await ask("/api/posts")).status).toBe(200);
  loop.turn(600);
  const refused = await ask("/api/posts");
  expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "1"]);
  expect(await refused.json()).toMatchObject({ data: null, error: { status: 503, name: "ServiceUnavailableError" } });
  expect((await ask("/_health")).status).toBe(200);

  loop.turn(0);
  expect((await ask("/api/posts")).status).toBe(200);
});
