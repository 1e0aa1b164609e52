import type { Commit } from "../../../../engine/internal.ts";
import type { Entry, Position } from "../../../port.ts";
import { decode } from "../../../shapes/decode.ts";
import { pairOf, record } from "../../../shapes/shape.ts";
import { commitShape, positive, text } from "../../../shapes/shapes.ts";
import { type Crc, frame, objectText } from "./frame.ts";

/**
 * One line of a segment after the first: an entry, the log that it belongs to, and the batch that it was written in.
 */
export interface JournalRecord {
  readonly position: Position;
  readonly log: string;
  /** A batch is valid only as a whole. */
  readonly batch: readonly [first: Position, last: Position];
  readonly commit: string;
  readonly body: Commit;
}

const recordShape = record<JournalRecord>({
  position: positive,
  log: text,
  batch: pairOf(positive),
  commit: text,
  body: commitShape,
});

/** Complete lines of a batch. */
export interface EncodedLines {
  readonly bytes: Buffer;
  /** Checksum of the last line. */
  readonly crc: Crc;
}

/**
 * The least number of characters that a piece of lines has: an ordinary batch is one piece, and no piece is much longer
 * than this or one line.
 */
const MIN_PIECE = 1 << 20;

/** Encodes the lines of a batch, piece by piece; `seed` is the checksum of the line before it. */
export function* encodeBatch(entries: readonly Entry[], log: string, seed: Crc): Generator<EncodedLines> {
  const batch = [entries.at(0)?.position ?? 0, entries.at(-1)?.position ?? 0] as const;
  let crc = seed;
  let lines: string[] = [];
  let length = 0;
  for (const { position, commit, body } of entries) {
    const framed = frame({ position, log, batch, commit, body } satisfies JournalRecord, crc);
    crc = framed.crc;
    lines.push(framed.line);
    length += framed.line.length;
    if (length < MIN_PIECE) continue;
    yield { bytes: Buffer.from(lines.join("")), crc };
    lines = [];
    length = 0;
  }
  if (lines.length > 0) yield { bytes: Buffer.from(lines.join("")), crc };
}

/** @throws SyntaxError or StorageError `invalid` for a line with a valid checksum that `encodeBatch` did not write. */
export function decodeRecord(line: Buffer): JournalRecord {
  return decode(recordShape, JSON.parse(objectText(line)), "record");
}
