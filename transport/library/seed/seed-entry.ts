import type { ContentType, Stamp, UnknownRecord } from "../../../engine/internal.ts";

/** One document of a seed. */
export interface SeedEntry {
  readonly type: ContentType;
  /** Its place in the seed. */
  readonly path: readonly string[];
  /** The name by which other entries of the seed refer to it. */
  readonly name: string | null;
  /** Generated if null. */
  readonly documentId: string | null;
  /** As stored: null for the default locale, and if the type has no locales. */
  readonly locale: string | null;
  /** Id and times that it keeps. */
  readonly stamp: Stamp | null;
  readonly published: boolean;
  /** Its attributes, with references. */
  readonly data: UnknownRecord;
  /** Changes of the draft after publication. */
  readonly draft: UnknownRecord | null;
}
