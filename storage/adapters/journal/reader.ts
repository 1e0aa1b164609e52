import { join } from "node:path";
import type { StorageError } from "../../error.ts";
import type { FileSystem, OpenFile } from "../../files/file-system.ts";
import type { Position } from "../../port.ts";
import { type Damage, damaged, refused } from "./maintenance/damage.ts";
import { segmentName } from "./names.ts";
import { piecesFrom } from "./read-file.ts";
import { type Crc, checkedCrc, crcText } from "./records/frame.ts";
import { type Line, linesOf, readWindows, type Window } from "./records/lines.ts";
import { RecordGroup, type Surroundings } from "./records/record-group.ts";
import { RecordScanner } from "./records/record-scanner.ts";
import { decodeHead, type SegmentHead } from "./segment.ts";

/** Records per group: making a page of 256 rows reads one group again, or a few. */
const GROUP = 256;

export interface ReadableJournal {
  readonly files: FileSystem;
  readonly folder: string;
  readonly log: string;
  /** First positions of the segments, in order. */
  readonly segments: readonly Position[];
  /** Number of valid bytes in the newest segment. */
  readonly end: number;
}

/**
 * Reads the entries from a position on, in groups. Every line before and among them is checked to be whole; the
 * contents of the requested records are checked when a group is iterated over.
 *
 * @throws StorageError `damaged`, `unreadable`
 */
export async function* readEntries(journal: ReadableJournal, from: Position): AsyncGenerator<RecordGroup> {
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
    const windows = (file: OpenFile) => readWindows(file, 0, isNewest ? end : undefined);
    for await (const window of piecesFrom(files, join(folder, segmentName(first)), windows)) {
      yield* segment.groupsIn(window, from);
    }
    before = segment.end;
  }
}

/** The end of a segment, from which the next one must continue. */
interface SegmentEnd {
  readonly next: Position;
  readonly crc: Crc;
}

/** Reads a segment line by line and rejects the first line that is not the expected next one. */
class SegmentReader implements Surroundings {
  readonly scanner: RecordScanner;
  readonly #journal: ReadableJournal;
  readonly #first: Position;
  readonly #before: SegmentEnd | null;
  #crc: Crc = 0;
  /** Position of the next record; null until the head has been read. */
  #next: Position | null = null;

  constructor(journal: ReadableJournal, first: Position, before: SegmentEnd | null) {
    this.scanner = new RecordScanner(journal.log);
    this.#journal = journal;
    this.#first = first;
    this.#before = before;
  }

  get log(): string {
    return this.#journal.log;
  }

  get end(): SegmentEnd {
    return { next: this.#next ?? this.#first, crc: this.#crc };
  }

  *groupsIn(window: Window, from: Position): Generator<RecordGroup> {
    let group: GroupStart | null = null;
    for (const line of linesOf(window)) {
      this.#check(line);
      if (this.#next === null) {
        this.#checkHead(line);
        this.#next = this.#first;
        continue;
      }
      if (this.#next >= from) group ??= { position: this.#next, at: line.at };
      this.#next += 1;
      if (group === null || this.#next < group.position + GROUP) continue;
      yield this.#groupFrom(group, window, line.at + line.bytes.length + 1);
      group = null;
    }
    if (group !== null) yield this.#groupFrom(group, window, window.at + window.bytes.length);
  }

  refuse(line: Line, position: Position, reason: string): StorageError {
    return damaged({ ...this.#at(line, position), reason });
  }

  refuseFor(line: Line, position: Position, error: unknown): StorageError {
    return refused(error, this.#at(line, position));
  }

  #at(line: Line, position: Position): Omit<Damage, "reason"> {
    return { folder: this.#journal.folder, file: segmentName(this.#first), offset: line.at, position };
  }

  #check(line: Line): void {
    const crc = line.ended ? checkedCrc(line.bytes, this.#crc) : null;
    if (crc === null) throw this.refuse(line, this.#position, "the checksum does not match");
    this.#crc = crc;
  }

  #checkHead(line: Line): void {
    const refuse = (reason: string) => this.refuse(line, this.#position, reason);
    const head = this.#decodeHead(line);
    const before = this.#before;
    if (head.log !== this.#journal.log) throw refuse("it belongs to another journal");
    if (head.first !== this.#first) throw refuse(`the file begins with position ${head.first}`);
    if (before === null) return;
    if (before.next !== head.first) throw refuse(`the positions from ${before.next} on are missing`);
    if (crcText(before.crc) !== head.previous) throw refuse("it does not go on from the file before");
  }

  #decodeHead(line: Line): SegmentHead {
    try {
      return decodeHead(line.bytes);
    } catch (error) {
      throw this.refuseFor(line, this.#position, error);
    }
  }

  #groupFrom({ position, at }: GroupStart, window: Window, end: number): RecordGroup {
    const bytes = window.bytes.subarray(at - window.at, end - window.at);
    return new RecordGroup(this, position, { at, bytes, last: false });
  }

  /** Position of the next record. */
  get #position(): Position {
    return this.#next ?? this.#before?.next ?? this.#first;
  }
}

interface GroupStart {
  readonly position: Position;
  /** Offset of its first byte in the file. */
  readonly at: number;
}
