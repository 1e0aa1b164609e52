import { describe, it } from "vitest";
import { ASKERS } from "../arbitraries/questions.ts";
import {
  BY_RANKS,
  BY_SETS,
  CHANGED_IN_SLICES,
  FORGETFUL,
  FORGETFUL_IN_SLICES,
  IN_SLICES,
  INDEXED,
  KEPT_IN_STEP,
  SCANNING,
} from "./evaluations.ts";
import { everyAnswerIsTheModels } from "./query-law.ts";

const EVALUATIONS = [SCANNING, INDEXED, BY_SETS, FORGETFUL, KEPT_IN_STEP, BY_RANKS];

const WHILE_BUILDING = [IN_SLICES, CHANGED_IN_SLICES, FORGETFUL_IN_SLICES];

describe("every query's result, however it is found,", () => {
  it.each(ASKERS)("equals that of a naive model, asked by $name", (asker) => {
    everyAnswerIsTheModels(EVALUATIONS, asker, 5);
  });

  it.each(ASKERS)("equals it also while indexes are being built, asked by $name", (asker) => {
    everyAnswerIsTheModels(WHILE_BUILDING, asker, 5);
  });
});
