import type { Row } from "../../values/row.ts";

/** A document in memory: its number and its versions. */
export interface DocumentRows {
  readonly number: number;
  readonly documentId: string;
  readonly draft: Row | null;
  readonly published: Row | null;
}
