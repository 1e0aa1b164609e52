import type { Status } from "../document/version.ts";
import type { IndexedField } from "../indexes/field-ranges.ts";
import type { AnyModel, ContentType } from "../schema/content-type.ts";
import { componentsOfCell } from "../state/row.ts";
import type { Space } from "../state/space.ts";
import { orderOf } from "./order.ts";
import { type Field, fieldAt, NOTHING, type Place } from "./place.ts";
import type { Reading } from "./reading.ts";

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

/** Names of components within each other, of which a row has one each at most. */
export type ComponentPath = readonly string[];

/** A field of the rows, or of the component at the end of a path in each, as an index takes it. */
export function fieldOf({ reading, type }: Ground, path: ComponentPath, name: string): Field & IndexedField {
  const { shape } = reading.sight.state;
  let place = placeOfType(type);
  const places = path.map((attribute) => {
    const layout = shape.layouts.of(place.model.uid);
    const at = layout.place.get(attribute) ?? -1;
    const stored = layout.stored[at];
    if (stored?.kind === "component") place = { ...place, model: shape.schema.component(stored.component) };
    return at;
  });
  const field = fieldAt(shape, place, name);
  const compare = orderOf(field.type);
  if (places.length === 0) return { type: field.type, name, read: field.read, compare };
  return {
    type: field.type,
    name: [...path, name].join("."),
    compare,
    read: (row) => field.read(places.reduce((node, at) => componentsOfCell(node.cells[at])[0] ?? NOTHING, row)),
  };
}

/** Whether a path leads over nothing but components that are there once or not at all. */
export function isWithinRow({ reading, type }: Ground, path: ComponentPath): boolean {
  const { schema } = reading.sight.state.shape;
  let model: AnyModel = type;
  for (const name of path) {
    const attribute = model.attributes.get(name);
    if (attribute?.kind !== "component" || attribute.repeatable) return false;
    model = schema.component(attribute.component);
  }
  return true;
}
