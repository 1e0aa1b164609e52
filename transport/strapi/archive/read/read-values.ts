import type { AnyModel, Attribute, Json, ScalarAttribute, Schema } from "../../../../engine/internal.ts";
import { isRecord, type UnknownRecord } from "../../../../engine/internal.ts";
import { fitsForm } from "../../../../storage/core.ts";
import { isOwnAttribute } from "./archive-definition.ts";
import type { ArchiveRows } from "./archive-rows.ts";
import { storedValue } from "./stored-value.ts";

/** The rows that values are read for. */
export interface Reading {
  readonly schema: Schema;
  readonly rows: Pick<ArchiveRows, "unserved" | "fitted" | "leaveOut">;
  /** Whether components that have no place in a zone stay, as a fault. */
  readonly isStrict: boolean;
  /** Called for each component with its uid and its id, unchecked. */
  readonly see: (uid: string, id: unknown) => void;
}

/**
 * Converts the values of a row that the model has attributes for to their stored form. A value of the wrong shape stays
 * as it is, unless its attribute has changed: then it is left out.
 */
export function readValues(
  model: AnyModel,
  data: UnknownRecord,
  reading: Reading,
): { readonly [attribute: string]: Json } {
  const { rows } = reading;
  const values: { [attribute: string]: Json } = {};
  for (const attribute of model.attributes.values()) {
    const name = `${model.uid}.${attribute.name}`;
    // The line was parsed as JSON.
    const given = ((Object.hasOwn(data, attribute.name) ? data[attribute.name] : null) ?? null) as Json;
    const fitting = rows.unserved.has(name) ? null : rows.fitted.has(name) ? fittingValue(attribute, given) : given;
    if (isNothing(fitting) && !isNothing(given)) rows.leaveOut(`of values of ${name}`);
    if (attribute.kind !== "scalar" && attribute.kind !== "component" && attribute.kind !== "dynamiczone") continue;
    if (attribute.kind === "scalar" && attribute.system) {
      values[attribute.name] = attribute.default ?? null;
      continue;
    }
    values[attribute.name] = readValue(attribute, fitting, reading);
  }
  return values;
}

/** Whether a value says nothing that could be lost. */
export function isNothing(value: unknown): boolean {
  return value === null || value === undefined || (Array.isArray(value) && value.length === 0);
}

/** A value of an attribute that has changed, as the attribute can hold it; else null. */
function fittingValue(attribute: Attribute, value: Json): Json {
  if (attribute.kind === "scalar") return fittingScalar(attribute, value);
  if (attribute.kind !== "component") return value;
  if (attribute.repeatable) return isRecord(value) ? [value as Json] : value;
  return Array.isArray(value) ? (value.length === 1 ? (value[0] as Json) : null) : value;
}

/** The type's own form of the value first, then its text: `5` of a text. */
function fittingScalar(attribute: ScalarAttribute, value: Json): Json {
  if (value === null) return null;
  const own = storedValue(attribute.type, value);
  const isExact = typeof own !== "number" || typeof value === "number" || Math.abs(own) <= Number.MAX_SAFE_INTEGER;
  if (isExact && fitsForm(attribute, own)) return own;
  const text = typeof value === "number" || typeof value === "boolean" ? String(value) : null;
  return text !== null && fitsForm(attribute, text) ? text : null;
}

function readValue(attribute: Attribute, value: Json, reading: Reading): Json {
  switch (attribute.kind) {
    case "scalar":
      return storedValue(attribute.type, value);
    case "component":
      if (!attribute.repeatable) return readComponent(attribute.component, value, reading);
      return readList(value, (item) => readComponent(attribute.component, item, reading));
    case "dynamiczone":
      return readList(withPlace(attribute.components, value, reading), (item) =>
        readItem(attribute.components, item, reading),
      );
    default:
      return null;
  }
}

/** An absent list is an empty one. */
function readList(value: Json, read: (item: Json) => Json): Json {
  if (value === null) return [];
  return Array.isArray(value) ? value.map(read) : value;
}

/** The components of a zone that have a place in the project. */
function withPlace(allowed: readonly string[], value: Json, { rows, isStrict }: Reading): Json {
  if (isStrict || !Array.isArray(value)) return value;
  return value.filter((item: Json) => {
    const uid = isRecord(item) ? item.__component : undefined;
    const isLost = typeof uid === "string" && !allowed.includes(uid);
    if (isLost) rows.leaveOut(`of components ${uid}`);
    return !isLost;
  });
}

function readItem(allowed: readonly string[], item: Json, reading: Reading): Json {
  const uid = isRecord(item) ? item.__component : undefined;
  if (typeof uid !== "string" || !allowed.includes(uid)) return isRecord(item) ? { ...item, __component: null } : item;
  const component = readComponent(uid, item, reading);
  return isRecord(component) ? { __component: uid, ...component } : component;
}

function readComponent(uid: string, value: Json, reading: Reading): Json {
  const component = reading.schema.components.get(uid);
  if (!isRecord(value) || component === undefined) return value;
  reading.see(uid, value.id);
  for (const [name, each] of Object.entries(value)) {
    const isKnown = component.attributes.has(name) || OF_COMPONENTS.has(name) || !isOwnAttribute(name);
    if (!isKnown && !isNothing(each)) reading.rows.leaveOut(`of values of ${uid}.${name}`);
  }
  return { id: (value.id ?? null) as Json, ...readValues(component, value, reading) };
}

const OF_COMPONENTS: ReadonlySet<string> = new Set(["id", "documentId", "__component"]);
