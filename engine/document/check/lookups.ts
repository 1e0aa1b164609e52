import type { Value } from "../../values/value.ts";
import type { Reference } from "../input.ts";

/** What checking needs to know of the stored documents, as the write under way sees them. */
export interface Lookups {
  /** The content type has a document with this documentId, in this locale as versions are stored under it. */
  exists(type: string, documentId: string, locale: string | null): boolean;
  /** The document and version with a numeric id; null where there is none. */
  byId(type: string, id: number): Reference | null;
  /** In one of the locales that are written, the published version of a document other than the one being written has this value there. */
  taken(query: UniqueQuery): boolean;
}

/** A value of a unique attribute, in its normal form; never null and never the empty text. */
export interface UniqueQuery {
  /** uid of the content type that is written. */
  readonly type: string;
  /**
   * Names of the attributes that lead from the content type over components to the unique one; below a dynamic zone
   * the component's uid follows the name of the zone.
   */
  readonly path: readonly string[];
  readonly value: Value;
}
