import type { Commit } from "../../../engine/internal.ts";
import type { Entry, Position } from "../../port.ts";
import { decode } from "../../shapes/decode.ts";
import { pairOf, record } from "../../shapes/shape.ts";
import { commitShape, positive, text } from "../../shapes/shapes.ts";
import { type Crc, frame, objectText } from "./frame.ts";

/** One line of a segment after its first: an entry, the log it belongs to, and the batch it was written in. */
export interface JournalRecord {
  readonly position: Position;
  readonly log: string;
  /** A batch counts only when it is whole. */
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

/** Whole lines of a batch. */
export interface EncodedLines {
  readonly bytes: Buffer;
  /** Checksum of the last line. */
  readonly crc: Crc;
}

/** Characters of lines that are handed on together: ordinary batches are one piece, no piece is much longer than a line. */
const MIN_PIECE = 1 << 20;

/** The lines of a batch, which goes on from the line with checksum `seed`, piece by piece. */
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

/**
 * @throws SyntaxError or StorageError `invalid` for a checked line that was never written by `encodeBatch`.
 */
export function decodeRecord(line: Buffer): JournalRecord {
  return decode(recordShape, JSON.parse(objectText(line)), "record");
}
