import { orderBy } from "../../indexes/ordered/index-order.ts";
import type { State } from "../../state/state.ts";
import type { Status } from "../../values/version.ts";
import { orderingOf } from "../match/order.ts";
import { fieldAt, positionOfType } from "../position.ts";

const STATUSES: readonly Status[] = ["draft", "published"];

/** Builds the index of every attribute that declares one (`index: true`). It exists for as long as the state does. */
export function buildDeclaredIndexes(state: State): void {
  const { shape } = state;
  for (const type of shape.schema.types.values()) {
    const place = positionOfType(type);
    for (const attribute of type.attributes.values()) {
      if (attribute.kind !== "scalar" || !attribute.index) continue;
      const { name } = attribute;
      const field = fieldAt(shape, place, name);
      const order = orderBy({ name, parts: [name], read: field.read, ...orderingOf(field.type) });
      for (const { spaces } of state.collection(type.uid).all()) {
        for (const status of STATUSES) spaces[status].indexes.declare(order);
      }
    }
  }
}
