import { type Commit, isRecord } from "../../../../engine/internal.ts";
import type { Entry, Position } from "../../../port.ts";
import { assertKnownFormat } from "../../../shapes/commit-format.ts";
import { decode } from "../../../shapes/decode.ts";
import { pairOf, record } from "../../../shapes/shape.ts";
import { commitShape, positive, text } from "../../../shapes/shapes.ts";
import { type Crc, FRAME_LENGTH, framedText, frameText, objectText } from "./frame.ts";

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
/** Ids have no quotes, so this stands nowhere before the body. */
const BODY = ',"body":';

/** The records of a batch as texts that have yet to be framed (`frameText`). */
export function* recordTexts(entries: readonly Entry[], log: string): Generator<string> {
  const batch = [entries.at(0)?.position ?? 0, entries.at(-1)?.position ?? 0] as const;
  for (const { position, commit, body } of entries) {
    yield framedText({ position, log, batch, commit, body } satisfies JournalRecord);
  }
}

/** The text of a record before its body: position, log, batch and commit id, which no other record shares. */
export function openingOf(text: string): string {
  return text.slice(0, text.indexOf(BODY));
}

/** Whether a checked line is the record whose text begins so. */
export function opensWith(line: Buffer, opening: string): boolean {
  return line.toString("latin1", FRAME_LENGTH, FRAME_LENGTH + opening.length) === opening;
}

/** Encodes the lines of a batch, piece by piece; `seed` is the checksum of the line before it. */
export function* encodeBatch(texts: Iterable<string>, seed: Crc): Generator<EncodedLines> {
  let crc = seed;
  let lines: string[] = [];
  let length = 0;
  for (const text of texts) {
    const framed = frameText(text, crc);
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
 * @throws SyntaxError or StorageError `invalid` for a line with a valid checksum that `encodeBatch` of this version did not
 *   write.
 */
export function decodeRecord(line: Buffer): JournalRecord {
  const value: unknown = JSON.parse(objectText(line));
  if (isRecord(value)) assertKnownFormat(value.body);
  return decode(recordShape, value, "record");
}
