/** Limits of structure, whatever the size of the text. */
export interface StructureLimits {
  /** Levels of objects and lists. Deeper values could be read, but not written out again. */
  readonly depth: number;
  /** Members of objects and entries of lists, of all levels together. */
  readonly values: number;
  /** Members of any one object. One of very many costs far more to make and to look through than many small ones. */
  readonly keys: number;
}

/** What a body may have. */
export interface JsonLimits extends StructureLimits {
  /**
   * Members named `constructor` and `prototype`, at any depth. Those named `__proto__`, and a `prototype` in a
   * `constructor`, are always refused.
   */
  readonly reservedKeys: "refuse" | "keep";
}

/** What a body may have at most unless a configuration says otherwise. */
export const JSON_LIMITS: JsonLimits = { depth: 64, values: 100_000, keys: 10_000, reservedKeys: "refuse" };
