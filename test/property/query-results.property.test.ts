import { describe, it } from "vitest";
import { ASKERS } from "../arbitraries/questions.ts";
import { BY_SETS, FORGETFUL, INDEXED, KEPT_IN_STEP, SCANNING } from "./evaluations.ts";
import { everyAnswerIsTheModels } from "./query-law.ts";

describe.each([
  ["by looking at every row", SCANNING],
  ["by indexes", INDEXED],
  ["by sets of rows", BY_SETS],
  ["by indexes that are dropped as soon as others are built", FORGETFUL],
  ["by indexes that were kept in step with changes", KEPT_IN_STEP],
])("every query's result %s", (_how, evaluation) => {
  for (const asker of ASKERS) {
    it(`equals that of a naive model, asked by ${asker.name}`, () => {
      everyAnswerIsTheModels(evaluation, asker, 10);
    });
  }
});
