import { record } from "../shapes/shape.ts";
import { natural } from "../shapes/shapes.ts";

/** Number of the form in which snapshots are written. */
export const SNAPSHOT_FORMAT = 2;

/** The same with blocks in locales other than the default one: written only where there are such. */
export const LOCALES_FORMAT = 3;

/** The same, perhaps, with the content types that have written to a shared log: written only of such. */
export const SCHEMAS_FORMAT = 4;

/** Changes in lists instead of blocks, in any order: read, but no longer written. */
export const LISTS_FORMAT = 1;

/** The first line of a snapshot. */
export interface SnapshotHead {
  readonly format: number;
  readonly number: number;
  readonly at: number;
}

export const headShape = record<SnapshotHead>({ format: natural, number: natural, at: natural });

/** The last line: how many changes there are. */
export const endShape = record<{ readonly end: number }>({ end: natural });
