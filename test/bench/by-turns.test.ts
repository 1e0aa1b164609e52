import { expect, it } from "vitest";
import { byTurns } from "../../bench/run/by-turns.ts";
import { median, quantile } from "../../bench/run/statistics.ts";

async function turnsOf(turns: Parameters<typeof byTurns>[1]) {
  const order: string[] = [];
  const results = await byTurns(["a", "b"], turns, async (side, round) => {
    order.push(`${side}${round}`);
    return round;
  });
  return { order: order.join(" "), results };
}

it("sides take turns, and rounds before the first are not counted", async () => {
  const counted = [
    [0, 1],
    [0, 1],
  ];
  const order = "a-1 b-1 a0 b0 a1 b1";
  expect(await turnsOf({ rounds: 2, warmUp: 1 })).toEqual({ order, results: counted });
});

it("every other round is reversed where that is asked for, the first counted one is not", async () => {
  const { order, results } = await turnsOf({ rounds: 2, warmUp: 1, isReversing: true });
  expect(order).toBe("b-1 a-1 a0 b0 b1 a1");
  expect(results).toEqual([
    [0, 1],
    [0, 1],
  ]);
});

it("a share of some values does not exceed their quantile", () => {
  const values = [5, 1, 4, 2, 3, 6];
  expect([0, 0.5, 0.99, 1].map((share) => quantile(values, share))).toEqual([1, 4, 6, 6]);
  expect([median(values), median([]), values[0]]).toEqual([4, Number.NaN, 5]);
});
