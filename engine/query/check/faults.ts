import type { EngineError } from "../../error.ts";

/**
 * What a parameter is looked at for, one thing after the other over its whole tree (reads, §1). Unknown names come
 * before all of these: they are thrown where they are met.
 */
const STAGES = [
  "zone",
  "morph",
  "password",
  "private",
  "incomplete",
  "unreadable",
  "order",
  "shape",
  "operand",
  "count",
] as const;

export type Stage = (typeof STAGES)[number];

const RANKS: ReadonlyMap<Stage, number> = new Map(STAGES.map((stage, rank) => [stage, rank]));

/**
 * Faults found in one walk that a caller would hear of in several: keeps the first fault of the earliest stage. Only the
 * fault that is reported is ever made into an error.
 */
export class Faults {
  #rank = Number.POSITIVE_INFINITY;
  #error: (() => EngineError) | null = null;

  get none(): boolean {
    return this.#error === null;
  }

  report(stage: Stage, error: () => EngineError): void {
    const rank = rankOf(stage);
    if (rank >= this.#rank) return;
    this.#rank = rank;
    this.#error = error;
  }

  /** Throws the fault kept, if it is of this stage or an earlier one. */
  raise(through: Stage): void {
    if (this.#error !== null && this.#rank <= rankOf(through)) throw this.#error();
  }
}

function rankOf(stage: Stage): number {
  return RANKS.get(stage) ?? STAGES.length;
}
