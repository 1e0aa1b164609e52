import { isRecord } from "../../engine/internal.ts";
import { LazyMembers } from "../runtime/lazy-members.ts";

/**
 * Whether a value is json-server data: lists of objects, and objects, by name. A file of content types has
 * `contentTypes`; a file in which Galley keeps content has a `format`.
 */
export function isJsonServerData(value: unknown): value is { readonly [resource: string]: unknown } {
  if (!isRecord(value) || Object.hasOwn(value, "contentTypes") || Object.hasOwn(value, "format")) return false;
  return Object.values(value).some(isResource);
}

/** A list of objects, or one object. */
export function isResource(value: unknown): boolean {
  if (value instanceof LazyMembers) return !value.isList || value.areRecords;
  return Array.isArray(value) ? value.every(isRecord) : isRecord(value);
}
