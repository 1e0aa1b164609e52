/** Limits of structure, independent of the size of the text. */
export interface StructureLimits {
  /** Levels of objects and lists. Deeper values could be parsed, but not printed again. */
  readonly depth: number;
  /** Members of objects and items of lists, all levels together. */
  readonly values: number;
  /** Members of any one object. A huge object is far slower to build and to search than many small ones. */
  readonly keys: number;
}

/** The limits of a body. */
export interface JsonLimits extends StructureLimits {
  /**
   * Keys `constructor` and `prototype`, at any depth. The key `__proto__`, and a `prototype` in a `constructor`, are always
   * refused.
   */
  readonly reservedKeys: "refuse" | "keep";
}

/** The default limits of a body. */
export const JSON_LIMITS: JsonLimits = { depth: 64, values: 100_000, keys: 10_000, reservedKeys: "refuse" };
