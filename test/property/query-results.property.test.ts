import { describe, it } from "vitest";
import { ASKERS } from "../arbitraries/questions.ts";
import { BY_RANKS, BY_SETS, FORGETFUL, INDEXED, KEPT_IN_STEP, SCANNING } from "./evaluations.ts";
import { everyAnswerIsTheModels } from "./query-law.ts";

describe.each([
  ["by looking at every row", SCANNING, 5],
  ["by indexes", INDEXED, 5],
  ["by sets of rows", BY_SETS, 5],
  ["by indexes that are dropped as soon as others are built", FORGETFUL, 5],
  ["by indexes that were kept in step with changes", KEPT_IN_STEP, 6],
  ["by ranks that were kept in step with changes", BY_RANKS, 4],
])("every query's result %s", (_how, evaluation, runs) => {
  for (const asker of ASKERS) {
    it(`equals that of a naive model, asked by ${asker.name}`, () => {
      everyAnswerIsTheModels(evaluation, asker, runs);
    });
  }
});
