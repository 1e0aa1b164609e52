import type { AnyModel, Attribute, Json, Schema, VersionColumns } from "../../engine/internal.ts";
import { isRecord } from "../../engine/internal.ts";

type Values = { readonly [attribute: string]: Json };

/**
 * Removes from stored values everything that no longer fits the schema: deleted components, components no longer
 * allowed in a dynamic zone, and values of an attribute whose kind has changed. Returns the same object when everything
 * fits.
 */
export function fitValues(schema: Schema, model: AnyModel, values: Values): Values {
  let fitted = values;
  for (const attribute of model.attributes.values()) {
    const value = values[attribute.name] ?? null;
    const fit = fitValue(schema, attribute, value);
    if (fit !== value) fitted = { ...fitted, [attribute.name]: fit };
  }
  return fitted;
}

export interface FittedColumns {
  readonly columns: VersionColumns;
  /** How many versions were changed. */
  readonly changed: number;
}

/** Like `fitValues`, for many versions. */
export function fitColumns(schema: Schema, model: AnyModel, columns: VersionColumns): FittedColumns {
  const changed = new Set<number>();
  const values = new Map(columns.values);
  for (const attribute of model.attributes.values()) {
    const column = values.get(attribute.name);
    if (column === undefined || attribute.kind === "scalar") continue;
    const fitted = fitColumn(schema, attribute, column);
    for (const [at, value] of fitted.entries()) if (value !== column[at]) changed.add(at);
    values.set(attribute.name, fitted);
  }
  return { columns: changed.size === 0 ? columns : { ...columns, values }, changed: changed.size };
}

/** Like `fitValues`, for one attribute of many versions. */
export function fitColumn(schema: Schema, attribute: Attribute, column: readonly Json[]): readonly Json[] {
  return attribute.kind === "scalar" ? column : column.map((value) => fitValue(schema, attribute, value));
}

function fitValue(schema: Schema, attribute: Attribute, value: Json): Json {
  if (attribute.kind === "dynamiczone") {
    return fitList(value, (item) => {
      const component = attribute.components.find((uid) => uid === item.__component);
      return component === undefined ? null : fitComponent(schema, component, item);
    });
  }
  if (attribute.kind !== "component") return value;
  if (attribute.repeatable) return fitList(value, (item) => fitComponent(schema, attribute.component, item));
  return isRecord(value) ? fitComponent(schema, attribute.component, value as Values) : null;
}

function fitList(value: Json, trim: (item: Values) => Values | null): Json {
  if (!Array.isArray(value)) return value === null ? null : [];
  const items: readonly Json[] = value;
  const fitted = items.flatMap((item) => (isRecord(item) ? (trim(item as Values) ?? []) : []));
  return fitted.length === items.length && fitted.every((item, index) => item === items[index]) ? value : fitted;
}

/** A value without a numeric id is not a component, but a value that the attribute held before its kind was changed. */
function fitComponent(schema: Schema, uid: string, value: Values): Values | null {
  return typeof value.id === "number" ? fitValues(schema, schema.component(uid), value) : null;
}
