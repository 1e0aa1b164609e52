import type { EngineError } from "../../error.ts";

/**
 * The checks of a parameter, each made for its whole tree before the next (reads, §1). Unknown names come before all of
 * these: they are thrown where they are found.
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
 * Collects the faults of a single walk in which all checks are made together: keeps the first fault of the earliest
 * stage. Only the reported fault is turned into an error.
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

  /** Throws the collected fault if it belongs to this stage or an earlier one. */
  raise(through: Stage): void {
    if (this.#error !== null && this.#rank <= rankOf(through)) throw this.#error();
  }
}

function rankOf(stage: Stage): number {
  return RANKS.get(stage) ?? STAGES.length;
}
