import { describe, it } from "vitest";
import { ASKERS } from "../arbitraries/questions.ts";
import { ENGINE, everyAnswerIsTheModels } from "./query-law.ts";

describe("every query's result", () => {
  for (const asker of ASKERS) {
    it(`equals that of a naive model, asked by ${asker.name}`, () => {
      everyAnswerIsTheModels(ENGINE, asker, 80);
    });
  }
});
