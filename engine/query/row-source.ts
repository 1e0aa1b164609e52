import { invariant } from "../error.ts";
import type { ContentType } from "../schema/content-type.ts";
import type { Space } from "../state/rows/space.ts";
import type { Row } from "../values/row.ts";
import type { Status } from "../values/version.ts";
import type { Place, Seen } from "./position.ts";
import type { Reading } from "./read-context.ts";

/** The rows of one content type in one status, as a query looks at them. */
export interface Ground {
  readonly reading: Reading;
  readonly type: ContentType;
  readonly status: Status;
  readonly space: Space;
}

export function groundOf(reading: Reading, type: ContentType, status: Status): Ground {
  const { spaces } = reading.sight.state.collection(type.uid);
  return { reading, type, status, space: spaces[type.draftAndPublish ? status : "published"] };
}

export function placeOfType(type: ContentType): Place {
  return { model: type, draftAndPublish: type.draftAndPublish };
}

/** A row by where it is: what keeps something by slot need not look at it. */
export interface RowPlace {
  readonly ground: Ground;
  readonly slot: number;
}

/** The row at a place, as it is seen there. */
export function rowAt({ ground, slot }: RowPlace): Seen<Row> {
  const node = ground.space.row(slot);
  invariant(node !== undefined, "what has been found is there");
  return { node, layer: ground.status };
}
