import { invariant } from "../error.ts";
import type { ContentType } from "../schema/content-type.ts";
import { statusIn } from "../state/links/link-sets.ts";
import type { Space } from "../state/rows/space.ts";
import type { Row } from "../values/row.ts";
import type { Layer } from "../values/version.ts";
import type { VisibleNode } from "./position.ts";
import type { ReadContext } from "./read-context.ts";
import { WorkBudget } from "./work-budget.ts";

/** The rows of one content type in one layer, as a query reads them. */
export interface RowSource {
  readonly context: ReadContext;
  readonly type: ContentType;
  readonly layer: Layer;
  readonly space: Space;
}

export function rowSourceOf(context: ReadContext, type: ContentType, layer: Layer): RowSource {
  const { spaces } = context.view.state.collection(type.uid).in(layer);
  return { context, type, layer, space: spaces[statusIn(layer, type)] };
}

/**
 * A function that tells whether the indexes of these rows still follow the state's commits: a fork that was written to
 * has other indexes.
 */
export function followsState({ context, type, layer, space }: RowSource): () => boolean {
  const { state } = context.view;
  const { indexes } = space;
  return () => state.collection(type.uid).in(layer).spaces[statusIn(layer, type)].indexes === indexes;
}

/** The most work that is counted where it is not limited. */
const COUNTED = 1e12;

/** The same rows for work in slices, which has a budget of its own: as much as is left to the query. */
export function withBudgetOfSlices(source: RowSource): RowSource {
  const { context } = source;
  const work = WorkBudget.ofCaller(Math.min(context.view.work.left, COUNTED));
  return { ...source, context: { ...context, view: { ...context.view, work } } };
}

/** Refers to a row by its slot, so that data stored by slot can be found without reading the row. */
export interface RowRef {
  readonly source: RowSource;
  readonly slot: number;
}

/** The row that a reference points to, with its layer. */
export function rowAt({ source, slot }: RowRef): VisibleNode<Row> {
  const node = source.space.row(slot);
  invariant(node !== undefined, "what has been found is there");
  return { node, layer: source.layer };
}
