import type { Access, HoleValues, Query, QueryShape } from "../../engine/index.ts";

/** Shapes kept for one caller; all go when there are more. */
const MOST_SHAPES = 500;

/** Shapes of queries by caller, as each has rights of its own, and by the text that all queries of a shape share. */
export class QueryShapes {
  readonly #byAccess = new WeakMap<Access, Map<string, QueryShape>>();

  /** The query that these values make of a known shape; null where there is none, or where they do not fit it. */
  fill(access: Access, key: string, values: HoleValues): Query | null {
    return this.#byAccess.get(access)?.get(key)?.fill(values) ?? null;
  }

  put(access: Access, key: string, shape: QueryShape): void {
    const shapes = this.#byAccess.get(access) ?? new Map<string, QueryShape>();
    this.#byAccess.set(access, shapes);
    if (shapes.size >= MOST_SHAPES) shapes.clear();
    shapes.set(key, shape);
  }
}
