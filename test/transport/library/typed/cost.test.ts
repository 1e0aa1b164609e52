import { expect, it } from "vitest";
import { compile, SOURCES } from "../../../../bench/typed/compile.ts";
import { programOf } from "../../../../bench/typed/program.ts";

/** Instantiations are what makes an editor slow, and unlike time they are the same in every run. */
it("fifty content types cost the compiler no more than before", async () => {
  const { errors, instantiations } = await compile(programOf(50, 10, SOURCES));
  expect(errors).toBe("");
  expect(instantiations).toBeGreaterThan(100_000);
  expect(instantiations).toBeLessThan(250_000);
}, 120_000);
