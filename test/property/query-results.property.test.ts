import { describe, it } from "vitest";
import { ASKERS } from "../arbitraries/questions.ts";
import { BY_RANKS, BY_SETS, FORGETFUL, INDEXED, KEPT_IN_STEP, SCANNING } from "./evaluations.ts";
import { everyAnswerIsTheModels } from "./query-law.ts";

const EVALUATIONS = [SCANNING, INDEXED, BY_SETS, FORGETFUL, KEPT_IN_STEP, BY_RANKS];

describe("every query's result, however it is found,", () => {
  it.each(ASKERS)("equals that of a naive model, asked by $name", (asker) => {
    everyAnswerIsTheModels(EVALUATIONS, asker, 5);
  });
});
