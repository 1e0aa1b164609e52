import type { Random } from "./random.ts";

/** What one value is made from. */
export interface Draw {
  readonly random: Random;
  /** Different for every value that has to be unique among others. */
  readonly serial: number;
  /** Type and attributes that lead to the value, for messages. */
  readonly path: readonly string[];
}
