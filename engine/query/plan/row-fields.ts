import type { RowValues } from "../../indexes/many-valued-index.ts";
import type { IndexOrder } from "../../indexes/ordered/index-order.ts";
import { type IndexedField, orderBy } from "../../indexes/ordered/index-order.ts";
import { nullsFirst } from "../../indexes/sorting/ordering.ts";
import type { ScalarType } from "../../schema/attribute.ts";
import type { AnyModel, ContentType } from "../../schema/content-type.ts";
import type { State } from "../../state/state.ts";
import { componentsOfCell } from "../../values/row.ts";
import type { Value } from "../../values/value.ts";
import { orderingOf } from "../match/order.ts";
import { type Field, fieldAt, type Node, NULL_NODE, positionOfType } from "../position.ts";
import type { SortKey } from "../query.ts";
import type { RowSource } from "../row-source.ts";

/** The type whose fields are read, and where its models are. */
type FieldSource = Pick<RowSource, "type"> & {
  readonly context: { readonly view: { readonly state: Pick<State, "shape"> } };
};

/** Names of nested components. */
export type ComponentPath = readonly string[];

/** A field of rows with its index order. */
interface RowField extends IndexedField {
  readonly type: ScalarType;
  readonly order: IndexOrder;
}

/** Caches fields of the rows themselves by type, because nearly every query uses some. */
const OWN_FIELDS = new WeakMap<ContentType, Map<string, RowField>>();

/** An indexable field of the rows, or of the single component at the end of a path. */
export function fieldOf(source: FieldSource, path: ComponentPath, name: string): RowField {
  if (path.length > 0) return makeField(source, path, name);
  const known = OWN_FIELDS.get(source.type);
  const fields = known ?? new Map<string, RowField>();
  if (known === undefined) OWN_FIELDS.set(source.type, fields);
  let field = fields.get(name);
  if (field === undefined) {
    field = makeField(source, path, name);
    fields.set(name, field);
  }
  return field;
}

function makeField(source: FieldSource, path: ComponentPath, name: string): RowField {
  const { field, places } = fieldBehind(source, path, name);
  const indexed: IndexedField = {
    name: [...path, name].join("."),
    parts: partsOf(path, name),
    isPart: path.length === 0 && partsOf(path, name).length === 1,
    ...orderingOf(field.type),
    read:
      places.length === 0
        ? field.read
        : (row) => field.read(places.reduce<Node>((node, at) => componentsOfCell(node.cells[at])[0] ?? NULL_NODE, row)),
  };
  return { type: field.type, ...indexed, order: orderBy(indexed) };
}

/**
 * An indexable field of all components at the end of a path. A row without components has a single null, as it does in
 * comparisons.
 */
export function valuesOf(
  source: RowSource,
  path: ComponentPath,
  name: string,
): RowValues & { readonly type: ScalarType } {
  const { field, places } = fieldBehind(source, path, name);
  const behind = (nodes: readonly Node[], at: number): readonly Node[] =>
    nodes.flatMap((node): readonly Node[] => {
      const components = componentsOfCell(node.cells[at]);
      return components.length === 0 ? [NULL_NODE] : components;
    });
  return {
    type: field.type,
    name: [...path, name].join("."),
    parts: partsOf(path, name),
    ...orderingOf(field.type),
    read: (row) => places.reduce(behind, [row]).map((node) => field.read(node)),
  };
}

/**
 * An indexable field for sorting. Of several components at the end of a path, the value that comes first in this
 * direction counts.
 */
export function sortedFieldOf(
  source: RowSource,
  path: ComponentPath,
  name: string,
  direction: SortKey["direction"],
): Pick<RowField, "order" | "compare"> {
  const field = fieldOf(source, path, name);
  if (reachOf(source, path) === "one") return field;
  const { compare } = field;
  const sign = direction === "asc" ? 1 : -1;
  const withNulls = nullsFirst(compare);
  const values = valuesOf(source, path, name);
  const firstOf = (all: readonly Value[]): Value =>
    all.reduce((first, value) => (sign * withNulls(value, first) < 0 ? value : first));
  const which = direction === "asc" ? "least" : "greatest";
  const order = orderBy({ ...field, name: `${which} ${field.name}`, read: (row) => firstOf(values.read(row)) });
  return { compare, order };
}

/** The attribute or time of a row that a field at the end of a path is in; none for the ids, which every row has. */
export function partsOf([first]: ComponentPath, name: string): readonly string[] {
  const part = first ?? name;
  return part === "id" || part === "documentId" ? [] : [part];
}

/** The model at the end of a path of components. */
export function modelBehind({ context, type }: RowSource, path: ComponentPath): AnyModel {
  if (path.length === 0) return type;
  const { schema } = context.view.state.shape;
  return path.reduce<AnyModel>((model, name) => {
    const attribute = model.attributes.get(name);
    return attribute?.kind === "component" ? schema.component(attribute.component) : model;
  }, type);
}

/** A field at the end of a path, and the cells on the way to it. */
function fieldBehind(
  { context, type }: FieldSource,
  path: ComponentPath,
  name: string,
): { readonly field: Field; readonly places: readonly number[] } {
  const { shape } = context.view.state;
  let place = positionOfType(type);
  const places = path.map((attribute) => {
    const layout = shape.layouts.of(place.model.uid);
    const at = layout.indexOf.get(attribute) ?? -1;
    const stored = layout.stored[at];
    if (stored?.kind === "component") place = { ...place, model: shape.schema.component(stored.component) };
    return at;
  });
  return { field: fieldAt(shape, place, name), places };
}

/**
 * How many components a row has at the end of a path: at most one, or any number; null for a path that leaves the row.
 */
export function reachOf({ context, type }: RowSource, path: ComponentPath): "one" | "many" | null {
  if (path.length === 0) return "one";
  const { schema } = context.view.state.shape;
  let model: AnyModel = type;
  let reach: "one" | "many" = "one";
  for (const name of path) {
    const attribute = model.attributes.get(name);
    if (attribute?.kind !== "component") return null;
    if (attribute.repeatable) reach = "many";
    model = schema.component(attribute.component);
  }
  return reach;
}

/** Whether every component on a path occurs at most once. */
export function isWithinRow(source: RowSource, path: ComponentPath): boolean {
  return reachOf(source, path) === "one";
}
