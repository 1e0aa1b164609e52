import { expect, test } from "vitest";
import { isKeptExactly } from "../../../engine/values/exact-number.ts";
import { fc } from "../../support/fast-check.ts";

test("a whole number is kept where the number that is read prints as it was written", () => {
  const whole = fc.oneof(
    fc.bigInt(),
    fc.bigInt({ min: -(10n ** 25n), max: 10n ** 25n }),
    fc.maxSafeInteger().map(BigInt),
  );
  fc.assert(
    fc.property(whole, fc.nat({ max: 5 }), (number, zeros) => {
      const [mantissa = "", exponent = "0"] = String(Number(number)).split("e");
      const [digits = "", fraction = ""] = mantissa.split(".");
      const printed = BigInt(digits + fraction) * 10n ** (BigInt(exponent) - BigInt(fraction.length));
      const expected = printed === number;
      for (const literal of [
        `${number}`,
        `${number}.${"0".repeat(zeros + 1)}`,
        `${number}${"0".repeat(zeros)}e-${zeros}`,
      ]) {
        expect([literal, isKeptExactly(literal)]).toEqual([literal, expected]);
      }
    }),
  );
});

test.each([
  ["0.1", true],
  ["0.1000000000000000055511151231257827", true],
  ["1e308", true],
  ["1e309", false],
  ["-1e400", false],
  ["5e-324", true],
  ["1e-400", false],
  ["0e-400", true],
  ["-0", true],
  ["0.0", true],
  [`1${"0".repeat(400)}`, false],
])("%s", (literal, expected) => expect(isKeptExactly(literal)).toBe(expected));
