import type { Position, ReadContext, UnknownRecord, VisibleNode } from "../../../../engine/internal.ts";
import { isRecord } from "../../../../engine/internal.ts";

const SOURCE = Symbol("entry source");

/** The source of an entry's fields: the node, its position, and the read that led there. */
export interface EntrySource extends VisibleNode {
  readonly [SOURCE]: true;
  readonly place: Position;
  readonly reading: ReadContext;
  /** The values that it shows, if hooks or own code have made it. */
  readonly own?: UnknownRecord;
  /** A draft that leads to published entries only. */
  readonly isHeld?: boolean;
}

export function entrySource(source: Omit<EntrySource, typeof SOURCE>): EntrySource {
  return { ...source, [SOURCE]: true };
}

export function isEntrySource(value: unknown): value is EntrySource {
  return isRecord(value) && SOURCE in value;
}
