import { expect, it } from "vitest";
import { checkBuild } from "../../../support/servers/command-line.ts";
import { BUILD, compile } from "../../../support/typescript/compile.ts";
import { programOfTypes } from "../../../support/typescript/program-of-types.ts";

/** Instantiations are what makes an editor slow, and unlike time they are the same in every run. */
it("fifty content types cost the compiler no more than before", async () => {
  checkBuild();
  const { errors, instantiations } = await compile(programOfTypes(50, 10, BUILD));
  expect(errors).toBe("");
  expect(instantiations).toBeGreaterThan(50_000);
  expect(instantiations).toBeLessThan(90_000);
});
