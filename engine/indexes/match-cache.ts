import { countSlots, listOf, type SlotSet } from "./slot-set.ts";

/** The most conditions that are cached, and the most slots for each. */
const MAX_CONDITIONS = 256;
const MAX_SLOTS = 64;

/**
 * Caches the few slots that match a condition on rows of one space, by the text of the condition. Entries behind a
 * relation are mostly looked up by the same few names. The cache is cleared when any row changes.
 */
export class MatchCache {
  readonly #byCondition = new Map<string, readonly number[]>();

  get(condition: string): readonly number[] | undefined {
    return this.#byCondition.get(condition);
  }

  /** Caches the slots if there are few. */
  keep(condition: string, slots: SlotSet): void {
    if (countSlots(slots) > MAX_SLOTS) return;
    if (this.#byCondition.size >= MAX_CONDITIONS) this.#byCondition.clear();
    this.#byCondition.set(condition, listOf(slots));
  }

  forget(): void {
    if (this.#byCondition.size > 0) this.#byCondition.clear();
  }
}
