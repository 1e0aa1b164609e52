import type { MorphAttribute } from "./attribute.ts";
import { type AnyModel, FILE_TYPE } from "./content-type.ts";

/**
 * The far end of all media attributes: the entries that have a file in one of their own. Files have it without declaring
 * it, and it can only be populated.
 */
export const RELATED_ENTRIES: MorphAttribute = {
  kind: "morph",
  name: "related",
  relation: "morphToMany",
  many: true,
  required: false,
  private: false,
  writable: false,
  searchable: false,
};

/** Whether the entries of a model are files. */
export function hasRelatedEntries({ uid, attributes }: AnyModel): boolean {
  return uid === FILE_TYPE && !attributes.has(RELATED_ENTRIES.name);
}
