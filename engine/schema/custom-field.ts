import type { ScalarType } from "./attribute.ts";

/** What custom fields are built on, by their uid. */
export type CustomFields = ReadonlyMap<unknown, ScalarType>;

/** Custom fields in wide use: a schema file does not say what a custom field is built on, only its plugin does. */
const KNOWN: CustomFields = new Map([
  ["plugin::color-picker.color", "string"],
  ["plugin::ckeditor5.CKEditor", "richtext"],
  ["plugin::ckeditor.CKEditor", "richtext"],
  ["plugin::multi-select.multi-select", "json"],
  ["plugin::oembed.oembed", "text"],
  ["plugin::geodata.geojson", "json"],
  ["plugin::country-select.country", "string"],
]);

/** The type that a custom field acts as: json, which takes any value, when it is neither declared nor known. */
export function customFieldType(uid: unknown, declared: CustomFields): ScalarType {
  return declared.get(uid) ?? KNOWN.get(uid) ?? "json";
}

/** Whether `customFieldType` falls back to json for lack of knowledge. */
export function isKnownCustomField(uid: unknown, declared: CustomFields): boolean {
  return declared.has(uid) || KNOWN.has(uid);
}
