import { afterEach, expect, test, vi } from "vitest";
import { createGalley } from "../../../../transport/galley.ts";
import { watchOverload } from "../../../../transport/parts/operations/overload.ts";
import { BLOG } from "../../../support/content/blog.ts";

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

test("a process that waits for the processors of a busy machine is not overloaded", () => {
  const loop = eventLoop();
  let starved = 0;
  const overload = watchOverload(200, () => starved);
  const ask = () => overload.guard({ path: "/api/posts" } as Parameters<typeof overload.guard>[0]);
  for (const late of [600, 600, 5000]) {
    starved += late - 100;
    loop.turn(late);
    expect(ask).not.toThrow();
  }
  for (const late of [600, 600]) {
    starved += late - 300;
    loop.turn(late);
  }
  expect(ask).toThrow("too busy");
  overload.close();
});
