import type { Position } from "../../port.ts";

/** The number of the on-disk format that FORMAT.md describes. */
export const JOURNAL_FORMAT = 1;

export const MARK = "mark";

/** The file with the fingerprint of the content types that all content of the journal is known to fit. */
export const FITTED = "content-types";

/** A file that exists while a copy fills a journal. */
export const UNFINISHED = "unfinished";

/** The file with the marks. */
export const MARKS = "marks.ndjson";

/** The file whose room is kept for deletions. */
export const RESERVE = "reserve";

const DIGITS = 16;
const SEGMENT = /^journal-(\d{16})\.ndjson$/;
const CHECKPOINT = /^checkpoint-(\d{16})\.ndjson$/;

/** The name of the segment whose first record has this position. */
export function segmentName(first: Position): string {
  return `journal-${digits(first)}.ndjson`;
}

export function checkpointName(at: Position): string {
  return `checkpoint-${digits(at)}.ndjson`;
}

/** The name of the file that keeps the bytes cut off a segment. */
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
