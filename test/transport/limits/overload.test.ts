import { setTimeout } from "node:timers/promises";
import { expect, test } from "vitest";
import { createGalley } from "../../../transport/galley.ts";
import { BLOG } from "../../support/blog.ts";

/** Keeps this thread from doing anything. */
function block(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}

test("a server that cannot keep up refuses with 503 for a while, but for questions about its health", async () => {
  await using galley = await createGalley({
    schema: BLOG,
    roles: { public: { "*": ["find"] } },
    maxEventLoopDelay: 200,
  });
  const ask = (path: string) => galley.fetch(new Request(`http://test${path}`));
  expect((await ask("/api/posts")).status).toBe(200);

  block(600);
  await setTimeout(1);
  expect((await ask("/api/posts")).status).toBe(200);
  block(600);
  await setTimeout(1);
  const refused = await ask("/api/posts");
  expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "1"]);
  expect(await refused.json()).toMatchObject({ data: null, error: { status: 503, name: "ServiceUnavailableError" } });
  expect((await ask("/_health")).status).toBe(200);

  let status = 503;
  for (let tries = 0; tries < 50 && status === 503; tries++) {
    await setTimeout(100);
    status = (await ask("/api/posts")).status;
  }
  expect(status).toBe(200);
});
