import { describe, expect, it } from "vitest";
import { WeightedCache } from "../../../engine/structures/weighted-cache.ts";

/** Ten values of a thousand bytes each fill half of it, with what stands around them. */
const LIMIT = 2 * 10 * 1_200;

function filled(count: number): WeightedCache<number, string> {
  const cache = new WeightedCache<number, string>(LIMIT);
  for (let key = 0; key < count; key++) cache.set(key, `value ${key}`, 1_000);
  return cache;
}

describe("a weighted cache", () => {
  it("keeps as much as there is room for, and never more", () => {
    expect(filled(10).size).toBe(10);
    for (const count of [20, 25, 1_000]) expect(filled(count).size).toBeLessThanOrEqual(20);
  });

  it("forgets those that nobody asks for", () => {
    const cache = filled(5);
    for (let key = 5; key < 200; key++) {
      cache.set(key, `value ${key}`, 1_000);
      expect(cache.get(0)).toBe("value 0");
    }
    expect(cache.get(1)).toBeUndefined();
  });

  it("keeps nothing that is too large for it", () => {
    const cache = filled(3);
    cache.set(9, "large", LIMIT / 2);
    expect(cache.get(9)).toBeUndefined();
    expect(cache.size).toBe(3);
  });

  it("counts a value again when it grows or is replaced", () => {
    const cache = filled(1);
    for (let time = 0; time < 100; time++) cache.set(0, "value 0", 1_000);
    cache.set(1, "other", 100);
    expect([cache.get(0), cache.get(1)]).toEqual(["value 0", "other"]);
    cache.grow(0, LIMIT);
    expect([cache.get(0), cache.get(1)]).toEqual([undefined, "other"]);
  });

  it("is empty once it is cleared", () => {
    const cache = filled(10);
    cache.clear();
    expect([cache.size, cache.get(3)]).toEqual([0, undefined]);
  });
});
