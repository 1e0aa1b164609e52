import { join } from "node:path";
import { reasonOf, type StorageError } from "../error.ts";
import type { FileSystem } from "../file-system.ts";
import type { Entries, Entry, Position } from "../port.ts";
import { damaged } from "./damage.ts";
import { type Crc, checkedCrc, crcText } from "./frame.ts";
import { type Line, linesOf, readWindows, type Window } from "./lines.ts";
import { segmentName } from "./names.ts";
import { decodedAgain, decodeRecord, decodeRecords, type JournalRecord } from "./record.ts";
import { decodeHead } from "./segment.ts";

/**
 * Lines that are decoded at once. Few enough that what they become is used and dropped before the garbage collector would
 * have to move it.
 */
const GROUP = 64;

export interface ReadableJournal {
  readonly files: FileSystem;
  readonly folder: string;
  readonly log: string;
  /** First positions of the segments, in order. */
  readonly segments: readonly Position[];
  /** Bytes of the newest segment that count. */
  readonly end: number;
}

/**
 * Entries from a position on, in groups. Every line before and among them is checked; only those asked for are decoded.
 *
 * @throws StorageError `damaged`
 */
export async function* readEntries(journal: ReadableJournal, from: Position): AsyncGenerator<Entries> {
  const { files, folder, segments, end } = journal;
  const start = Math.max(
    0,
    segments.findLastIndex((first) => first <= from),
  );
  let before: SegmentEnd | null = null;
  for (const [index, first] of segments.entries()) {
    if (index < start) continue;
    const isNewest = index === segments.length - 1;
    const segment: SegmentReader = new SegmentReader(journal, first, before);
    const file = await files.open(join(folder, segmentName(first)), "read");
    try {
      for await (const window of readWindows(file, 0, isNewest ? end : undefined)) {
        yield* segment.entriesIn(window, from);
      }
    } finally {
      await file.close();
    }
    before = segment.end;
  }
}

/** Where a segment ends: the next one must go on from there. */
interface SegmentEnd {
  readonly next: Position;
  readonly crc: Crc;
}

/** Follows a segment line by line and refuses the first one that is not what must come next. */
class SegmentReader {
  readonly #journal: ReadableJournal;
  readonly #first: Position;
  readonly #before: SegmentEnd | null;
  #crc: Crc = 0;
  /** Position of the next record; null until the head is read. */
  #next: Position | null = null;

  constructor(journal: ReadableJournal, first: Position, before: SegmentEnd | null) {
    this.#journal = journal;
    this.#first = first;
    this.#before = before;
  }

  get end(): SegmentEnd {
    return { next: this.#next ?? this.#first, crc: this.#crc };
  }

  *entriesIn(window: Window, from: Position): Generator<Entries> {
    let group: Line[] = [];
    for (const line of linesOf(window)) {
      const crc = line.ended ? checkedCrc(line.bytes, this.#crc) : null;
      if (crc === null) throw this.#refuse(line, this.#position, "the checksum does not match");
      this.#crc = crc;
      if (this.#next === null) {
        this.#checkHead(line);
        this.#next = this.#first;
        continue;
      }
      if (this.#next >= from) group.push(line);
      this.#next += 1;
      if (group.length < GROUP) continue;
      yield this.#entriesOf(group, window);
      group = [];
    }
    if (group.length > 0) yield this.#entriesOf(group, window);
  }

  #checkHead(line: Line): void {
    const refuse = (reason: string) => this.#refuse(line, this.#position, reason);
    const head = this.#decode(line, this.#position, decodeHead);
    const before = this.#before;
    if (head.log !== this.#journal.log) throw refuse("it belongs to another journal");
    if (head.first !== this.#first) throw refuse(`the file begins with position ${head.first}`);
    if (before === null) return;
    if (before.next !== head.first) throw refuse(`the positions from ${before.next} on are missing`);
    if (crcText(before.crc) !== head.previous) throw refuse("it does not go on from the file before");
  }

  /** The entries of the consecutive lines that were checked last. */
  #entriesOf(lines: readonly Line[], { at, bytes }: Window): Entries {
    const [first, last] = [lines[0], lines.at(-1)];
    if (first === undefined || last === undefined) return [];
    const position = this.#position - lines.length;
    const group = bytes.subarray(first.at - at, last.at - at + last.bytes.length + 1);
    const entries = this.#decodeAll(lines, position, group).map((record, index) => {
      const line = lines[index] ?? first;
      if (record.log !== this.#journal.log) {
        throw this.#refuse(line, position + index, "the record belongs to another journal");
      }
      if (record.position !== position + index) {
        throw this.#refuse(line, position + index, `the record has position ${record.position}`);
      }
      return entryOf(record);
    });
    return readableAgain(entries, group);
  }

  #decodeAll(lines: readonly Line[], position: Position, group: Buffer): readonly JournalRecord[] {
    try {
      return decodeRecords(group, startsOf(lines));
    } catch {
      // One by one, to name the line that is at fault.
      return lines.map((line, index) => this.#decode(line, position + index, decodeRecord));
    }
  }

  #decode<T>(line: Line, position: Position, decode: (bytes: Buffer) => T): T {
    try {
      return decode(line.bytes);
    } catch (error) {
      throw this.#refuse(line, position, reasonOf(error));
    }
  }

  /** Position of the next record. */
  get #position(): Position {
    return this.#next ?? this.#before?.next ?? this.#first;
  }

  #refuse(line: Line, position: Position, reason: string): StorageError {
    return damaged({
      folder: this.#journal.folder,
      file: segmentName(this.#first),
      offset: line.at,
      position,
      reason,
    });
  }
}

function entryOf({ position, commit, body }: JournalRecord): Entry {
  return { position, commit, body };
}

/** Holds on to the bytes alone. */
function readableAgain(entries: readonly Entry[], group: Buffer): Entries {
  return Object.assign(entries, { again: () => decodedAgain(group).map(entryOf) });
}

/** Where each of consecutive lines begins, counted from the first. */
function startsOf(lines: readonly Line[]): readonly number[] {
  const from = lines[0]?.at ?? 0;
  return lines.map(({ at }) => at - from);
}
