import type { IndexLimits } from "../../engine/indexes/index-limits.ts";
import { type Change, type Commit, Engine, type Rules, type Schema } from "../../engine/internal.ts";
import { Shape } from "../../engine/state/shape.ts";
import { State } from "../../engine/state/state.ts";

/** One version of one document. */
export type StoredVersion = Extract<Change, { kind: "put" }>;
/** One link in one layer. */
export type StoredLink = Extract<Change, { kind: "link" }>;

/** All content of a deployment as plain lists, in no order that means anything. */
export interface Content {
  readonly versions: readonly StoredVersion[];
  readonly links: readonly StoredLink[];
}

/** The content as the snapshot that makes it out of nothing. */
export function commitOf({ versions, links }: Content): Commit {
  return { number: 1, at: 0, changes: [...versions, ...links] };
}

/** An engine with this content. `limits`: deviations from the default index limits. */
export function engineWith(schema: Schema, content: Content, rules: Rules, limits?: Partial<IndexLimits>): Engine {
  const engine = emptyEngine(schema, rules, limits);
  engine.restore(commitOf(content));
  return engine;
}

export function emptyEngine(schema: Schema, rules: Rules, limits?: Partial<IndexLimits>): Engine {
  return new Engine(schema, rules, new State(new Shape(schema, limits)));
}
