import { expect, it } from "vitest";
import { Unsent } from "../../../../transport/adapters/shared/unsent.ts";

/** Holds answers of these sizes and reports which were dropped, in order. */
function held(unsent: Unsent, sizes: readonly number[]) {
  const dropped: number[] = [];
  const releases = sizes.map((bytes, at) => unsent.hold(bytes, () => void dropped.push(at)));
  return { dropped, releases };
}

it("answers that exceed the limit together are dropped from the first on", () => {
  expect(held(new Unsent(10), [4, 4, 4]).dropped).toEqual([0]);
  expect(held(new Unsent(10), [2, 4, 4, 6]).dropped).toEqual([0, 1]);
});

it("an answer that is too large by itself is still sent", () => {
  expect(held(new Unsent(10), [4, 20]).dropped).toEqual([0]);
});

it("taken and dropped answers no longer count", () => {
  const unsent = new Unsent(10);
  const { dropped, releases } = held(unsent, [4, 4]);
  for (const release of [...releases, ...releases]) release();
  expect(held(unsent, [5, 5]).dropped).toEqual([]);
  expect(dropped).toEqual([]);
});
