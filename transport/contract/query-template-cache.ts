import {
  type Access,
  ObjectNumbers,
  type ParameterValues,
  type Query,
  type QueryTemplate,
  WeightedCache,
  weightOf,
} from "../../engine/internal.ts";

/** Bytes of all shapes. */
const SHAPES_BYTES = 8 * 1_048_576;

/** What fills the holes of a shape takes about as much as the query around them. */
const FILLED = 3;

/** Shapes of queries by caller, as each has rights of its own, and by the text that all queries of a shape share. */
export class QueryShapes {
  readonly #shapes = new WeightedCache<string, QueryTemplate>(SHAPES_BYTES);
  readonly #callers = new ObjectNumbers<Access>();

  /** The query that these values make of a known shape; null where there is none, or where they do not fit it. */
  fill(access: Access, key: string, values: ParameterValues): Query | null {
    return this.#shapes.get(this.#keyOf(access, key))?.fill(values) ?? null;
  }

  put(access: Access, key: string, shape: QueryTemplate): void {
    this.#shapes.set(this.#keyOf(access, key), shape, 2 * key.length + weightOf(shape.query) * FILLED);
  }

  #keyOf(access: Access, key: string): string {
    return `${this.#callers.of(access)} ${key}`;
  }
}
