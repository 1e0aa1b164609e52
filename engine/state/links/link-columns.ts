import type { Layer } from "../../values/version.ts";

/** Links of one relation and layer, stored by column: element n of each column belongs to link n. */
export interface LinkColumns {
  readonly relation: string;
  readonly layer: Layer;
  /** Documents by their documentId, components by their numeric id. */
  readonly source: readonly (string | number)[];
  readonly target: readonly string[];
  /** Places in the source's list and in the target's list. */
  readonly inSource: readonly number[];
  readonly inTarget: readonly number[];
}
