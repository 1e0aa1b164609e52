import { invariant } from "../error.ts";
import { INDEX_LIMITS, type IndexLimits } from "../indexes/index-limits.ts";
import type { Schema } from "../schema/schema.ts";
import { Layouts } from "./layout.ts";
import { Relations } from "./links/relation.ts";
import { type UniquePath, uniquePaths } from "./rows/unique-index.ts";

/** The derived data that all states of one schema share, computed once. */
export class Shape {
  readonly schema: Schema;
  readonly layouts: Layouts;
  readonly relations: Relations;
  /** Unique attributes by content type. */
  readonly uniques: ReadonlyMap<string, readonly UniquePath[]>;
  readonly limits: IndexLimits;

  constructor(schema: Schema, limits: Partial<IndexLimits> = {}) {
    this.schema = schema;
    this.limits = { ...INDEX_LIMITS, ...limits };
    this.layouts = new Layouts(schema);
    this.relations = new Relations(schema);
    this.uniques = new Map(
      [...schema.types.values()].map((type) => [type.uid, uniquePaths(schema, this.layouts, type)]),
    );
  }

  unique(type: string, path: string): UniquePath {
    const unique = this.uniques.get(type)?.find((each) => each.name === path);
    invariant(unique !== undefined, `${path} of ${type} is unique`);
    return unique;
  }
}
