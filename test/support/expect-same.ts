import { isDeepStrictEqual } from "node:util";
import { expect } from "vitest";

/**
 * `toEqual` for thousands of comparisons: nearly all values are equal, so the readable comparison, which is slow, is
 * made only for unequal ones.
 */
export function expectSame(actual: unknown, expected: unknown, message?: () => string): void {
  if (!isDeepStrictEqual(actual, expected)) expect(actual, message?.()).toEqual(expected);
}
