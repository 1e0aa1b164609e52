import type { Value } from "../../values/value.ts";
import type { Reference } from "../input.ts";

/** The stored documents as the current write sees them: the lookups that checks need. */
export interface Lookups {
  /** Whether the content type has a document with this documentId in this locale (locales as versions are stored under). */
  exists(type: string, documentId: string, locale: string | null): boolean;
  /** The document and version with a numeric id; null if there is none. */
  byId(type: string, id: number): Reference | null;
  /** Whether another document's published version has this value, in one of the locales that are written. */
  taken(query: UniqueQuery): boolean;
}

/** A value of a unique attribute, in normal form; never null or the empty text. */
export interface UniqueQuery {
  /** uid of the content type that is written. */
  readonly type: string;
  /**
   * Names of the attributes on the path from the content type over components to the unique one; below a dynamic zone
   * the component's uid follows the zone's name.
   */
  readonly path: readonly string[];
  readonly value: Value;
}
