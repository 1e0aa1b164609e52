import { join } from "node:path";
import { reasonOf, type StorageError } from "../error.ts";
import type { FileSystem } from "../file-system.ts";
import type { Entry, Position } from "../port.ts";
import { damaged } from "./damage.ts";
import { type Crc, checkedCrc, crcText } from "./frame.ts";
import { type Line, linesOf, readWindows, type Window } from "./lines.ts";
import { segmentName } from "./names.ts";
import { decodeRecord } from "./record.ts";
import { decodeHead } from "./segment.ts";

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
export async function* readEntries(journal: ReadableJournal, from: Position): AsyncGenerator<readonly Entry[]> {
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
        const entries = segment.entriesIn(window, from);
        if (entries.length > 0) yield entries;
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

  entriesIn(window: Window, from: Position): readonly Entry[] {
    const entries: Entry[] = [];
    for (const line of linesOf(window)) {
      const crc = line.ended ? checkedCrc(line.bytes, this.#crc) : null;
      if (crc === null) throw this.#refuse(line, "the checksum does not match");
      this.#crc = crc;
      if (this.#next === null) {
        this.#checkHead(line);
        this.#next = this.#first;
      } else {
        if (this.#next >= from) entries.push(this.#entryIn(line));
        this.#next += 1;
      }
    }
    return entries;
  }

  #checkHead(line: Line): void {
    const head = this.#decode(line, decodeHead);
    const before = this.#before;
    if (head.log !== this.#journal.log) throw this.#refuse(line, "it belongs to another journal");
    if (head.first !== this.#first) throw this.#refuse(line, `the file begins with position ${head.first}`);
    if (before === null) return;
    if (before.next !== head.first) throw this.#refuse(line, `the positions from ${before.next} on are missing`);
    if (crcText(before.crc) !== head.previous) throw this.#refuse(line, "it does not go on from the file before");
  }

  #entryIn(line: Line): Entry {
    const { log, position, commit, body } = this.#decode(line, decodeRecord);
    if (log !== this.#journal.log) throw this.#refuse(line, "the record belongs to another journal");
    if (position !== this.#next) throw this.#refuse(line, `the record has position ${position}`);
    return { position, commit, body };
  }

  #decode<T>(line: Line, decode: (bytes: Buffer) => T): T {
    try {
      return decode(line.bytes);
    } catch (error) {
      throw this.#refuse(line, reasonOf(error));
    }
  }

  #refuse(line: Line, reason: string): StorageError {
    const position = this.#next ?? this.#before?.next ?? this.#first;
    return damaged({
      folder: this.#journal.folder,
      file: segmentName(this.#first),
      offset: line.at,
      position,
      reason,
    });
  }
}
