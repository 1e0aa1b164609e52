import type { Commit } from "../../engine/index.ts";
import { decode } from "../decode.ts";
import type { Entry, Position } from "../port.ts";
import { pairOf, record } from "../shape.ts";
import { commitShape, positive, text } from "../shapes.ts";
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

export interface EncodedBatch {
  readonly bytes: Buffer;
  /** Checksum of the last line. */
  readonly crc: Crc;
}

/** The lines of a batch, which goes on from the line with checksum `seed`. */
export function encodeBatch(entries: readonly Entry[], log: string, seed: Crc): EncodedBatch {
  const batch = [entries.at(0)?.position ?? 0, entries.at(-1)?.position ?? 0] as const;
  let crc = seed;
  const lines = entries.map(({ position, commit, body }) => {
    const framed = frame({ position, log, batch, commit, body } satisfies JournalRecord, crc);
    crc = framed.crc;
    return framed.line;
  });
  return { bytes: Buffer.from(lines.join("")), crc };
}

/**
 * @throws SyntaxError or StorageError `invalid` for a checked line that was never written by `encodeBatch`.
 */
export function decodeRecord(line: Buffer): JournalRecord {
  return decode(recordShape, JSON.parse(objectText(line)), "record");
}
