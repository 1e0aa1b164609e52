import type { Commit } from "../../../../engine/internal.ts";
import type { Entry, Position } from "../../../port.ts";
import { decode } from "../../../shapes/decode.ts";
import { pairOf, record } from "../../../shapes/shape.ts";
import { commitShape, positive, text } from "../../../shapes/shapes.ts";
import { addLine, type Crc, FRAME_LENGTH, framedText, objectText } from "./frame.ts";
import type { JsonBytes } from "./json-bytes.ts";

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
 * The least number of bytes that a piece of lines has: an ordinary batch is one piece, and no piece is much longer than this
 * or one line.
 */
const MIN_PIECE = 1 << 20;
/** Ids have no quotes, so this stands nowhere before the body. */
const BODY = ',"body":';

/** A record, or its text without the opening brace (`recordTexts`). */
export type Encodable = JournalRecord | string;

/** The records of a batch. */
export function* recordsOf(entries: readonly Entry[], log: string): Generator<JournalRecord> {
  const batch = [entries.at(0)?.position ?? 0, entries.at(-1)?.position ?? 0] as const;
  for (const { position, commit, body } of entries) yield { position, log, batch, commit, body };
}

/** The records of a batch as texts that have yet to be framed, for another process. */
export function recordTexts(entries: readonly Entry[], log: string): readonly string[] {
  return Array.from(recordsOf(entries, log), framedText);
}

/** What a record's text says before its body: position, log, batch and commit id, which no other record shares. */
export function openingOf(text: string): string {
  return text.slice(0, text.indexOf(BODY));
}

/** Whether a checked line is the record whose text begins so. */
export function opensWith(line: Buffer, opening: string): boolean {
  return line.toString("latin1", FRAME_LENGTH, FRAME_LENGTH + opening.length) === opening;
}

/**
 * Encodes the lines of a batch, piece by piece, of which each is valid until the next one is asked for; `seed` is the checksum
 * of the line before it.
 */
export function* encodeBatch(records: Iterable<Encodable>, seed: Crc, memory: JsonBytes): Generator<EncodedLines> {
  let crc = seed;
  memory.clear();
  for (const record of records) {
    crc = addLine(memory, record, crc);
    if (memory.length < MIN_PIECE) continue;
    yield { bytes: memory.from(0), crc };
    memory.clear();
  }
  if (memory.length > 0) yield { bytes: memory.from(0), crc };
}

/** @throws SyntaxError or StorageError `invalid` for a line with a valid checksum that `encodeBatch` did not write. */
export function decodeRecord(line: Buffer): JournalRecord {
  return decode(recordShape, JSON.parse(objectText(line)), "record");
}
