import { expect, it } from "vitest";
import { BodyBudget } from "../../../../transport/adapters/shared/body-budget.ts";
import { BodyCollector } from "../../../../transport/adapters/shared/body-collector.ts";
import { DISCARDED_BYTES } from "../../../../transport/adapters/shared/limits.ts";
import { fc } from "../../../support/fast-check.ts";

const LIMIT = 200;

it("a body within the limit is the chunks one after the other, a larger one is marked, and is read on for a while", () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ maxLength: 90 }), { maxLength: 12 }), (chunks) => {
      const collector = new BodyCollector(LIMIT, new BodyBudget(10_000));
      const whole = Buffer.concat(chunks);
      let wanted = "more";
      for (const chunk of chunks) {
        wanted = collector.add(chunk);
        // Native chunks are only borrowed: stored bytes must be a copy.
        chunk.fill(0);
      }
      expect(wanted).toBe("more");
      if (whole.length === 0) expect(collector.body).toBeNull();
      else if (whole.length > LIMIT) expect(collector.body).toBe("too large");
      else expect(Buffer.from(collector.body as Uint8Array)).toEqual(whole);
    }),
  );
});

it("an endless body is not read further", () => {
  const collector = new BodyCollector(LIMIT, new BodyBudget(10_000));
  expect(collector.add(new Uint8Array(LIMIT + DISCARDED_BYTES))).toBe("more");
  expect(collector.add(new Uint8Array(1))).toBe("enough");
  expect(collector.body).toBe("too large");
});
