import type { Random } from "./random.ts";

/** The source of one generated value. */
export interface Draw {
  readonly random: Random;
  /** Different for every value that has to be unique. */
  readonly serial: number;
  /** Type and attributes on the path to the value, for messages. */
  readonly path: readonly string[];
  /** uid of the content type or component whose attribute it is. */
  readonly model: string;
  /** The time of the galley, in milliseconds. */
  readonly now: number;
}
