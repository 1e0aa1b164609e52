import {
  type Access,
  ObjectNumbers,
  type ParameterValues,
  type Query,
  type QueryTemplate,
  WeightedCache,
  weightOf,
} from "../../../engine/internal.ts";

/** Maximum bytes of all templates. */
const MAX_BYTES = 8 * 1_048_576;

/** A template's bindings take about as much as the query around them. */
const BOUND = 3;

/** Query templates by caller, since callers have different rights, and by the text that all queries of a template share. */
export class QueryTemplateCache {
  readonly #templates = new WeightedCache<string, QueryTemplate>(MAX_BYTES);
  readonly #callers = new ObjectNumbers<Access>();

  /** The query that a known template gives with these values; null if there is no template, or they do not fit it. */
  fill(access: Access, key: string, values: ParameterValues): Query | null {
    return this.#templates.get(this.#keyOf(access, key))?.fill(values) ?? null;
  }

  put(access: Access, key: string, template: QueryTemplate): void {
    this.#templates.set(this.#keyOf(access, key), template, 2 * key.length + weightOf(template.query) * BOUND);
  }

  #keyOf(access: Access, key: string): string {
    return `${this.#callers.of(access)} ${key}`;
  }
}
