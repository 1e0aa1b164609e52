import { CONTRACT_RULES, type Engine, FULL_ACCESS, findMany, readContextOf, TEXT } from "../../engine/internal.ts";
import type { Size } from "../data.ts";
import { kindsWith } from "./ask-all.ts";
import { queryOf } from "./galley.ts";
import type { Garbage } from "./result.ts";

/**
 * The median of so many batches counts, with so many answers in each: few enough that a collection of the young
 * generation, of 16 MB, falls into one batch of thirty or less often. That batch seems to make less garbage than the
 * others, which the median does not see. Collections are not forced: each takes a second with a million posts.
 */
const BATCHES = 15;
const ANSWERS = 30;

/**
 * The garbage of answers on the heap, from the checked query to the texts of its entries, for each kind of question.
 */
export function measureGarbage({ state }: Engine, size: Size, only: readonly string[]): readonly Garbage[] {
  // Only available if the process was started with --expose-gc. The old generation is swept from here on.
  globalThis.gc?.();
  return kindsWith(...only).map(({ name, question }) => {
    const queries = Array.from({ length: ANSWERS }, (_, at) => queryOf(question(at, size)));
    const answerAll = (): number => {
      const before = process.memoryUsage().heapUsed;
      for (const query of queries) {
        findMany(readContextOf(state, CONTRACT_RULES, query, FULL_ACCESS, "caller"), TEXT, query);
      }
      return (process.memoryUsage().heapUsed - before) / ANSWERS;
    };
    answerAll();
    const bytes = Array.from({ length: BATCHES }, answerAll).sort((left, right) => left - right);
    return { kind: name, bytes: bytes[BATCHES >> 1] ?? Number.NaN };
  });
}
