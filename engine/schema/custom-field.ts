import type { ScalarType } from "./attribute.ts";

/** The underlying types of custom fields, by uid. */
export type CustomFields = ReadonlyMap<unknown, ScalarType>;

/** Widely used custom fields: a schema file does not contain the underlying type of a custom field, only its plugin does. */
const KNOWN: CustomFields = new Map([
  ["plugin::color-picker.color", "string"],
  ["plugin::ckeditor5.CKEditor", "richtext"],
  ["plugin::ckeditor.CKEditor", "richtext"],
  ["plugin::multi-select.multi-select", "json"],
  ["plugin::oembed.oembed", "text"],
  ["plugin::geodata.geojson", "json"],
  ["plugin::country-select.country", "string"],
  ["plugin::strapi-advanced-uuid.uuid", "string"],
]);

/** The type that a custom field acts as: json, which accepts any value, if it is neither declared nor known. */
export function customFieldType(uid: unknown, declared: CustomFields): ScalarType {
  return declared.get(uid) ?? KNOWN.get(uid) ?? "json";
}

/** Whether `customFieldType` falls back to json because the field is unknown. */
export function isKnownCustomField(uid: unknown, declared: CustomFields): boolean {
  return declared.has(uid) || KNOWN.has(uid);
}
