import {
  type AnyModel,
  FILE_TYPE,
  isRecord,
  type Json,
  type Schema,
  type VersionRecord,
} from "../../../../engine/internal.ts";
import { UPLOADER } from "../../../parts/uploads/quota/uploader.ts";

/** The line of one row in an archive. */
export interface EntityLine {
  readonly type: string;
  readonly id: number;
  readonly data: { readonly [key: string]: Json };
}

type Values = { readonly [attribute: string]: Json };

/** A version as the row of an archive. `locale` is null for types without locales. */
export function entityLine(schema: Schema, type: string, version: VersionRecord, locale: string | null): EntityLine {
  const { id, documentId, createdAt, updatedAt, publishedAt } = version;
  const { scalars, components } = dataOf(schema, schema.type(type), version.values);
  // Strapi's media library shows only files that are in a folder.
  const place = type === FILE_TYPE ? { folderPath: "/" } : {};
  const data = { documentId, ...place, ...scalars, createdAt, updatedAt, publishedAt, locale, ...components };
  return { type, id, data };
}

function dataOf(
  schema: Schema,
  model: AnyModel,
  values: Values,
): { readonly scalars: Values; readonly components: Values } {
  const scalars: { [attribute: string]: Json } = {};
  const components: { [attribute: string]: Json } = {};
  for (const attribute of model.attributes.values()) {
    if (attribute.system || attribute.name === UPLOADER) continue;
    const value = values[attribute.name] ?? null;
    if (attribute.kind === "scalar") scalars[attribute.name] = value;
    if (attribute.kind === "component")
      components[attribute.name] = eachOf(value, (item) => componentOf(schema, attribute.component, item));
    if (attribute.kind === "dynamiczone") components[attribute.name] = eachOf(value, (item) => itemOf(schema, item));
  }
  return { scalars, components };
}

function eachOf(value: Json, write: (item: Values) => Json): Json {
  if (Array.isArray(value)) return value.map((item) => write(item));
  return isRecord(value) ? write(value) : null;
}

function componentOf(schema: Schema, uid: string, values: Values): Values {
  const { scalars, components } = dataOf(schema, schema.component(uid), values);
  return { id: values.id ?? null, ...scalars, ...components };
}

function itemOf(schema: Schema, values: Values): Values {
  const uid = String(values.__component);
  return { ...componentOf(schema, uid, values), __component: uid };
}
