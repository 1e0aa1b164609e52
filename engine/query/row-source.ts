import { invariant } from "../error.ts";
import type { ContentType } from "../schema/content-type.ts";
import type { Space } from "../state/rows/space.ts";
import type { Row } from "../values/row.ts";
import type { Status } from "../values/version.ts";
import type { Position, VisibleNode } from "./position.ts";
import type { ReadContext } from "./read-context.ts";

/** The rows of one content type in one status, as a query looks at them. */
export interface RowSource {
  readonly context: ReadContext;
  readonly type: ContentType;
  readonly status: Status;
  readonly space: Space;
}

export function rowSourceOf(context: ReadContext, type: ContentType, status: Status): RowSource {
  const { spaces } = context.view.state.collection(type.uid);
  return { context, type, status, space: spaces[type.draftAndPublish ? status : "published"] };
}

export function positionOfType(type: ContentType): Position {
  return { model: type, draftAndPublish: type.draftAndPublish };
}

/** A row by where it is: what keeps something by slot need not look at it. */
export interface RowRef {
  readonly source: RowSource;
  readonly slot: number;
}

/** The row at a place, as it is seen there. */
export function rowAt({ source, slot }: RowRef): VisibleNode<Row> {
  const node = source.space.row(slot);
  invariant(node !== undefined, "what has been found is there");
  return { node, layer: source.status };
}
