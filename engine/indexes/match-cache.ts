/** What is kept at most: conditions, and slots for each. */
const MAX_CONDITIONS = 256;
const MAX_SLOTS = 64;

/**
 * The few slots that conditions on rows of one space have left, by the text of the condition: what a relation leads to is
 * mostly asked for by the same few names again and again. Forgotten when any row changes.
 */
export class MatchCache {
  readonly #byCondition = new Map<string, readonly number[]>();

  get(condition: string): readonly number[] | undefined {
    return this.#byCondition.get(condition);
  }

  /** Keeps them where they are few. */
  keep(condition: string, slots: readonly number[]): void {
    if (slots.length > MAX_SLOTS) return;
    if (this.#byCondition.size >= MAX_CONDITIONS) this.#byCondition.clear();
    this.#byCondition.set(condition, slots);
  }

  forget(): void {
    if (this.#byCondition.size > 0) this.#byCondition.clear();
  }
}
