import { describe, it } from "vitest";
import { ASKERS } from "../../arbitraries/queries/questions.ts";
import {
  BY_RANKS,
  BY_SETS,
  CHANGED_AFTER_RESTORE,
  CHANGED_IN_SLICES,
  CHANGED_WHILE_SUSPENDED,
  FORGETFUL,
  FORGETFUL_IN_SLICES,
  FORGETFUL_SUSPENDED,
  IN_SLICES,
  INDEXED,
  KEPT_IN_STEP,
  RESTORED,
  RESTORED_SUSPENDED,
  SCANNING,
  SUSPENDED,
} from "./evaluations.ts";
import { everyAnswerIsTheModels } from "./query-law.ts";

const EVALUATIONS = [SCANNING, INDEXED, BY_SETS, FORGETFUL, KEPT_IN_STEP, BY_RANKS];

const WHILE_BUILDING = [IN_SLICES, CHANGED_IN_SLICES, FORGETFUL_IN_SLICES];

const WHILE_SUSPENDED = [SUSPENDED, CHANGED_WHILE_SUSPENDED, FORGETFUL_SUSPENDED, RESTORED_SUSPENDED];

const AFTER_A_START = [RESTORED, CHANGED_AFTER_RESTORE];

/** Contents of each asker, with dozens of questions each. */
const RUNS = 3;

describe("every query's result, however it is found,", () => {
  it.each(ASKERS)("equals that of a naive model, asked by $name", (asker) => {
    everyAnswerIsTheModels(EVALUATIONS, asker, RUNS);
  });

  it.each(ASKERS)("equals it also while indexes are being built, asked by $name", (asker) => {
    everyAnswerIsTheModels(WHILE_BUILDING, asker, RUNS);
  });

  it.each(ASKERS)("equals it also where reads are suspended, asked by $name", (asker) => {
    everyAnswerIsTheModels(WHILE_SUSPENDED, asker, RUNS);
  });

  it.each(ASKERS)("equals it also after a start, before rows are made, asked by $name", (asker) => {
    everyAnswerIsTheModels(AFTER_A_START, asker, RUNS);
  });
});
