import {
  type AnyModel,
  type Attribute,
  type ContentType,
  isRecord,
  type Schema,
  type UnknownRecord,
} from "../../../engine/internal.ts";
import type { Store } from "../../../storage/core.ts";
import { wholePopulate } from "../../contract/model/whole-populate.ts";
import { readVersion } from "./reading.ts";

/** A draft as data that a write of it takes: relations and files by their documents. Null if there is none. */
export function draftAsData(
  store: Store,
  type: ContentType,
  documentId: string,
  locale: string | null,
): UnknownRecord | null {
  const { schema } = store.engine;
  const populate = wholePopulate(schema, type, isOwn);
  const draft = readVersion(store, type, { documentId, status: "draft", locale }, populate);
  return draft === null ? null : dataOf(schema, type, draft);
}

function isOwn(attribute: Attribute): boolean {
  return !("system" in attribute && attribute.system === true);
}

function dataOf(schema: Schema, model: AnyModel, entry: UnknownRecord): UnknownRecord {
  const known = [...model.attributes.values()].filter((each) => isOwn(each) && Object.hasOwn(entry, each.name));
  return Object.fromEntries(
    known.map((attribute) => [attribute.name, givenOf(schema, attribute, entry[attribute.name])]),
  );
}

function givenOf(schema: Schema, attribute: Attribute, value: unknown): unknown {
  if (attribute.kind === "scalar" || value === null) return value;
  if (Array.isArray(value)) return value.map((each) => givenOf(schema, attribute, each));
  if (!isRecord(value)) return value;
  if (attribute.kind === "component") return ofComponent(schema, attribute.component, value);
  const { __component: component, __type: type, documentId } = value;
  if (attribute.kind === "dynamiczone")
    return { __component: component, ...ofComponent(schema, String(component), value) };
  return type === undefined ? documentId : { __type: type, documentId };
}

function ofComponent(schema: Schema, uid: string, value: UnknownRecord): UnknownRecord {
  const component = schema.components.get(uid);
  return component === undefined ? value : dataOf(schema, component, value);
}
