import type { ContentType, UnknownRecord } from "../../../engine/internal.ts";

/** One document of a seed. */
export interface SeedEntry {
  readonly type: ContentType;
  /** Its place in the seed. */
  readonly path: readonly string[];
  /** What others of the seed call it. */
  readonly name: string | null;
  /** Fresh when null. */
  readonly documentId: string | null;
  /** As it is stored: null for the default one, and where the type has no locales. */
  readonly locale: string | null;
  readonly published: boolean;
  /** Its attributes, with references. */
  readonly data: UnknownRecord;
  /** Changes of the draft made after publication. */
  readonly draft: UnknownRecord | null;
}
