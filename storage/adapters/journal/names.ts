import type { Position } from "../../port.ts";

/** Number of the form on disk; FORMAT.md describes it. */
export const JOURNAL_FORMAT = 1;

export const MARK = "mark";

/** File with the fingerprint of the content types that all content of the journal is known to fit. */
export const FITTED = "content-types";

/** File that is there while a journal is being filled by a copy. */
export const UNFINISHED = "unfinished";

const DIGITS = 16;
const SEGMENT = /^journal-(\d{16})\.ndjson$/;
const CHECKPOINT = /^checkpoint-(\d{16})\.ndjson$/;

/** File of the records from this position on. */
export function segmentName(first: Position): string {
  return `journal-${digits(first)}.ndjson`;
}

export function checkpointName(at: Position): string {
  return `checkpoint-${digits(at)}.ndjson`;
}

/** File that keeps what was cut off a segment. */
export function cutName(first: Position, offset: number): string {
  return `cut-${digits(first)}-at-${offset}.ndjson`;
}

/** First positions of the segments among the names, in order. */
export function segmentsIn(names: readonly string[]): Position[] {
  return positionsIn(names, SEGMENT);
}

/** Positions of the checkpoints among the names, in order. */
export function checkpointsIn(names: readonly string[]): Position[] {
  return positionsIn(names, CHECKPOINT);
}

function positionsIn(names: readonly string[], pattern: RegExp): Position[] {
  const positions = names.flatMap((name) => pattern.exec(name)?.[1] ?? []).map(Number);
  return positions.sort((a, b) => a - b);
}

function digits(position: Position): string {
  return String(position).padStart(DIGITS, "0");
}
