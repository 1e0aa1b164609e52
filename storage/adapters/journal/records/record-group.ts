import type { Commit } from "../../../../engine/internal.ts";
import type { StorageError } from "../../../error.ts";
import type { Entries, Entry, Position } from "../../../port.ts";
import { type Line, linesOf, NEWLINE, type Window } from "./lines.ts";
import { decodeRecord, type JournalRecord } from "./record.ts";
import type { RecordScanner } from "./record-scanner.ts";

/** The parts of its segment that a group of records needs. */
export interface Surroundings {
  readonly log: string;
  readonly scanner: RecordScanner;
  /** The error for a line that is not the expected one. */
  refuse(line: Line, position: Position, reason: string): StorageError;
  /** The error for a line that could not be decoded for this error. */
  refuseFor(line: Line, position: Position, error: unknown): StorageError;
}

/**
 * Consecutive records of a segment, whose lines were checked to be whole and in their places. Their contents are
 * checked during iteration, which throws StorageError `damaged`.
 */
export class RecordGroup implements Entries {
  readonly #segment: Surroundings;
  /** Position of the first record. */
  readonly #first: Position;
  readonly #lines: Window;

  /** Every line of `lines` must end with a newline. */
  constructor(segment: Surroundings, first: Position, lines: Window) {
    this.#segment = segment;
    this.#first = first;
    this.#lines = lines;
  }

  *[Symbol.iterator](): Generator<Entry> {
    let position = this.#first;
    for (const line of linesOf(this.#lines)) {
      yield this.#entryOf(line, position);
      position += 1;
    }
  }

  scan(): readonly Commit[] {
    const { bytes } = this.#lines;
    const { scanner } = this.#segment;
    const bodies: Commit[] = [];
    for (let start = 0; start < bytes.length; ) {
      const position = this.#first + bodies.length;
      const scanned = scanner.scan(bytes, start, position);
      const end = scanned === null ? bytes.indexOf(NEWLINE, start) + 1 : scanner.end;
      bodies.push(scanned ?? this.#entryOf(this.#lineAt(start, end - 1), position).body);
      start = end;
    }
    return bodies;
  }

  #lineAt(start: number, end: number): Line {
    const { at, bytes } = this.#lines;
    return { at: at + start, bytes: bytes.subarray(start, end), ended: true };
  }

  #entryOf(line: Line, expected: Position): Entry {
    const { log, position, commit, body } = this.#decode(line, expected);
    if (log !== this.#segment.log) throw this.#segment.refuse(line, expected, "the record belongs to another journal");
    if (position === expected) return { position, commit, body };
    throw this.#segment.refuse(line, expected, `the record has position ${position}`);
  }

  #decode(line: Line, position: Position): JournalRecord {
    try {
      return decodeRecord(line.bytes);
    } catch (error) {
      throw this.#segment.refuseFor(line, position, error);
    }
  }
}
