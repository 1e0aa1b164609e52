import { expect, test } from "vitest";
import { type Rate, RateLimiter } from "../../../transport/access/rate-limiter.ts";
import { fc } from "../../support/fast-check.ts";

const rates: fc.Arbitrary<Rate> = fc.record({
  count: fc.integer({ min: 1, max: 20 }),
  seconds: fc.integer({ min: 1, max: 60 }),
});

test("nobody gets more than twice the count in any window, nor less than the count when he asks at once", () => {
  fc.assert(
    fc.property(rates, fc.array(fc.integer({ min: 0, max: 20_000 }), { maxLength: 200 }), (rate, pauses) => {
      const limiter = new RateLimiter(rate);
      const granted: number[] = [];
      let now = 0;
      for (const pause of pauses) {
        now += pause;
        if (limiter.delay("a", now) > 0) continue;
        limiter.charge("a", now);
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

test("a caller that waits as long as told may retry, and not a moment earlier", () => {
  fc.assert(
    fc.property(rates, fc.integer({ min: 1, max: 60 }), (rate, charges) => {
      const limiter = new RateLimiter(rate);
      for (let take = 0; take < charges; take++) limiter.charge("a", 0);
      const delay = limiter.delay("a", 0);
      expect(delay > 0).toBe(charges >= rate.count);
      expect(limiter.delay("a", delay)).toBeCloseTo(0);
      if (delay > 2) expect(limiter.delay("a", delay - 2)).toBeGreaterThan(0);
      expect(limiter.delay("b", 0)).toBe(0);
    }),
  );
});

test("returned tokens count as never taken", () => {
  fc.assert(
    fc.property(rates, fc.integer({ min: 1, max: 60 }), fc.integer({ min: 1, max: 60 }), (rate, kept, undone) => {
      const [limiter, expected] = [new RateLimiter(rate), new RateLimiter(rate)];
      for (let take = 0; take < kept; take++) for (const each of [limiter, expected]) each.charge("a", 0);
      for (let take = 0; take < undone; take++) limiter.charge("a", 0);
      for (let take = 0; take < undone; take++) limiter.refund("a");
      limiter.refund("b");
      expect(limiter.delay("a", 0)).toBe(expected.delay("a", 0));
      expect(limiter.delay("b", 0)).toBe(0);
    }),
  );
});

test("everything is given back in the end", () => {
  const limiter = new RateLimiter({ count: 2, seconds: 10 });
  limiter.charge("a", 0);
  expect(limiter.isIdle(() => 4999)).toBe(false);
  expect(limiter.isIdle(() => 5000)).toBe(true);
});
