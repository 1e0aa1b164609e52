import type { Value } from "./value.ts";
import type { Status } from "./version.ts";

/** One version in memory; immutable, only replaced. */
export interface Row {
  /** Numeric id of the version. */
  readonly id: number;
  /** Its slot in its space; -1 until it has one. */
  slot: number;
  /** Number of its document in the collection, which links refer to. */
  readonly document: number;
  readonly documentId: string;
  readonly status: Status;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly publishedAt: string | null;
  /** Values of stored attributes, in the order of the type's layout. */
  readonly cells: readonly Cell[];
  /** Its default entry as JSON text, cached once it has been made; derived from the rest. */
  entry: EntryText | null;
}

/**
 * An entry as JSON text; if it is cached, the same object each time. All that most answers need is in this object, as texts and
 * further objects are scattered over memory.
 */
export interface EntryText extends Digest {
  /** That of the text. */
  readonly length: number;
  /** A place outside the engine that its users note here, as of the text's bytes; 0 until then. */
  place: number;
  /** Whether the code that computes the digest has put it here. */
  isDigested: boolean;
  /** Whether it is known to be ASCII. */
  readonly isAscii: boolean;
  readonly text: string;
}

/** A digest of 128 bits. */
export interface Digest {
  a: number;
  b: number;
  c: number;
  d: number;
}

/** One component in memory, inside a row or another component. */
export interface ComponentRow {
  /** uid of the component. */
  readonly component: string;
  readonly id: number;
  readonly cells: readonly Cell[];
}

export type Cell = Value | ComponentRow | readonly ComponentRow[];

/** The components in a cell of a component attribute, in stored order, whether it holds one or many. */
export function componentsOfCell(cell: Cell | undefined): readonly ComponentRow[] {
  if (cell === null || cell === undefined) return [];
  // A cell of such an attribute holds nothing else.
  return (Array.isArray(cell) ? cell : [cell]) as readonly ComponentRow[];
}
