import type { Row } from "../../values/row.ts";

/** The building of an index, in steps of a few milliseconds. */
export interface Build {
  /** Unique among the builds of the same rows. */
  readonly name: string;
  /** Approximate size in memory, in bytes. */
  readonly bytes: number;
  /** Whether a write in a fork has changed the rows being read; the build restarts. */
  readonly isStale?: boolean;
  /** Whether it is of use only to the reads that wait for it: later ones seldom have the same question. */
  readonly isTransient?: boolean;
  /** Makes a step; returns true once the index is finished. */
  step(): boolean;
  /** A row was added, removed or replaced; null stands for none. */
  change(before: Row | null, after: Row | null): void;
}
