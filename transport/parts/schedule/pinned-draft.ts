import {
  type AnyModel,
  type Attribute,
  type ContentType,
  isRecord,
  type Schema,
  type UnknownRecord,
} from "../../../engine/internal.ts";
import type { Store } from "../../../storage/core.ts";
import { readVersion } from "./reading.ts";

/** A draft as data that a write of it takes: relations and files by their documents. Null if there is none. */
export function draftAsData(
  store: Store,
  type: ContentType,
  documentId: string,
  locale: string | null,
): UnknownRecord | null {
  const { schema } = store.engine;
  const draft = readVersion(store, type, { documentId, status: "draft", locale }, everythingOf(schema, type));
  return draft === null ? null : dataOf(schema, type, draft);
}

function ownAttributes({ attributes }: AnyModel): readonly Attribute[] {
  return [...attributes.values()].filter((attribute) => !("system" in attribute && attribute.system === true));
}

function everythingOf(schema: Schema, model: AnyModel): { [name: string]: unknown } {
  const members = ownAttributes(model).filter(({ kind }) => kind !== "scalar");
  return Object.fromEntries(members.map((attribute) => [attribute.name, memberOf(schema, attribute)]));
}

function memberOf(schema: Schema, attribute: Attribute): unknown {
  const within = (uid: string) => {
    const component = schema.components.get(uid);
    return component === undefined ? true : { populate: everythingOf(schema, component) };
  };
  if (attribute.kind === "component") return within(attribute.component);
  if (attribute.kind !== "dynamiczone") return true;
  return { on: Object.fromEntries(attribute.components.map((uid) => [uid, within(uid)])) };
}

function dataOf(schema: Schema, model: AnyModel, entry: UnknownRecord): UnknownRecord {
  const known = ownAttributes(model).filter(({ name }) => Object.hasOwn(entry, name));
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
