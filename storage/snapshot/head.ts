import { record } from "../shapes/shape.ts";
import { natural } from "../shapes/shapes.ts";

/** The format number that snapshots are written with. */
export const SNAPSHOT_FORMAT = 2;

/** The same format, with blocks in locales other than the default one. Written only if there are such blocks. */
export const LOCALES_FORMAT = 3;

/**
 * The same format, with the content types that have written to a shared log. Written only for such logs; may contain
 * locales.
 */
export const SCHEMAS_FORMAT = 4;

/** Changes in lists instead of blocks, in any order. Still read, no longer written. */
export const LISTS_FORMAT = 1;

/** The first line of a snapshot. */
export interface SnapshotHead {
  readonly format: number;
  readonly number: number;
  readonly at: number;
}

export const headShape = record<SnapshotHead>({ format: natural, number: natural, at: natural });

/** The last line: the number of changes. */
export const endShape = record<{ readonly end: number }>({ end: natural });
