import { expect, test } from "vitest";
import { Allowances, type Rate } from "../../../transport/access/rate-limiter.ts";
import { fc } from "../../support/fast-check.ts";

const rates: fc.Arbitrary<Rate> = fc.record({
  count: fc.integer({ min: 1, max: 20 }),
  seconds: fc.integer({ min: 1, max: 60 }),
});

test("nobody gets more than twice the count in any window, nor less than the count when he asks at once", () => {
  fc.assert(
    fc.property(rates, fc.array(fc.integer({ min: 0, max: 20_000 }), { maxLength: 200 }), (rate, pauses) => {
      const allowances = new Allowances(rate);
      const granted: number[] = [];
      let now = 0;
      for (const pause of pauses) {
        now += pause;
        if (allowances.wait("a", now) > 0) continue;
        allowances.take("a", now);
        granted.push(now);
      }
      const window = rate.seconds * 1000;
      for (const from of granted) {
        expect(granted.filter((time) => time >= from && time < from + window).length).toBeLessThanOrEqual(
          2 * rate.count,
        );
      }
      const first = granted[0] ?? 0;
      const asked = pauses.slice(1).findIndex((pause) => pause > 0);
      const atOnce = pauses.length === 0 ? 0 : asked === -1 ? pauses.length : asked + 1;
      expect(granted.filter((time) => time === first).length).toBeGreaterThanOrEqual(Math.min(rate.count, atOnce));
    }),
  );
});

test("who waits as long as told may ask, and not a moment earlier", () => {
  fc.assert(
    fc.property(rates, fc.integer({ min: 1, max: 60 }), (rate, takes) => {
      const allowances = new Allowances(rate);
      for (let take = 0; take < takes; take++) allowances.take("a", 0);
      const wait = allowances.wait("a", 0);
      expect(wait > 0).toBe(takes >= rate.count);
      expect(allowances.wait("a", wait)).toBeCloseTo(0);
      if (wait > 2) expect(allowances.wait("a", wait - 2)).toBeGreaterThan(0);
      expect(allowances.wait("b", 0)).toBe(0);
    }),
  );
});

test("what was given back was never taken", () => {
  fc.assert(
    fc.property(rates, fc.integer({ min: 1, max: 60 }), fc.integer({ min: 1, max: 60 }), (rate, kept, undone) => {
      const [allowances, expected] = [new Allowances(rate), new Allowances(rate)];
      for (let take = 0; take < kept; take++) for (const each of [allowances, expected]) each.take("a", 0);
      for (let take = 0; take < undone; take++) allowances.take("a", 0);
      for (let take = 0; take < undone; take++) allowances.giveBack("a");
      allowances.giveBack("b");
      expect(allowances.wait("a", 0)).toBe(expected.wait("a", 0));
      expect(allowances.wait("b", 0)).toBe(0);
    }),
  );
});

test("everything is given back in the end", () => {
  const allowances = new Allowances({ count: 2, seconds: 10 });
  allowances.take("a", 0);
  expect(allowances.areWhole(() => 4999)).toBe(false);
  expect(allowances.areWhole(() => 5000)).toBe(true);
});
