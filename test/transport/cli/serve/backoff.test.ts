import { expect, it } from "vitest";
import { Backoff } from "../../../../transport/cli/serve/workers/backoff.ts";

it("doubles the pause from half a second to half a minute while starts fail", () => {
  const backoff = new Backoff();
  const pauses = Array.from({ length: 9 }, () => backoff.after(0));
  expect(pauses).toEqual([500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000]);
});

it("starts again at once what has worked for long, and counts from the beginning", () => {
  const backoff = new Backoff();
  backoff.after(0);
  backoff.after(999);
  expect([backoff.after(60_000), backoff.after(0), backoff.after(0)]).toEqual([0, 500, 1000]);
});
