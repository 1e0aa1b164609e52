import { closeSync, fstatSync, openSync, readdirSync, readSync } from "node:fs";
import { join } from "node:path";
import { errorCode, reasonOf, StorageError } from "../../error.ts";
import type { Entry, Position } from "../../port.ts";
import { type Flushed, MARK_LENGTH, newestSlot } from "../journal/flush-mark.ts";
import { damaged } from "../journal/maintenance/damage.ts";
import { MARK, segmentName, segmentsIn } from "../journal/names.ts";
import { type Crc, checkedCrc, crcText } from "../journal/records/frame.ts";
import { type Line, linesOf } from "../journal/records/lines.ts";
import { decodeRecord, openingOf, opensWith } from "../journal/records/record.ts";
import { decodeHead } from "../journal/segment.ts";

/** Bytes of a segment that are read at a time while entries are skipped. */
const PIECE = 4 << 20;

interface Sent {
  readonly entry: Entry;
  readonly opening: string;
}

/** A segment, and how far it has been read. */
interface Segment {
  readonly first: Position;
  readonly descriptor: number;
  at: number;
  crc: Crc;
}

/**
 * Reads synchronously what another process appends to a journal. The journal's mark serves as shared memory: after each
 * flush, and before the append is acknowledged, it says how far the journal reaches. Checking it costs a microsecond.
 */
export class JournalTail {
  readonly #folder: string;
  readonly #log: string;
  readonly #mark: number;
  #seen = Buffer.alloc(MARK_LENGTH);
  #read = Buffer.alloc(MARK_LENGTH);
  #segment: Segment;
  #next: Position;
  /** The entries of this process's latest append by position, with what their records begin with. */
  #sent: ReadonlyMap<Position, Sent> = new Map();

  private constructor(folder: string, log: string, mark: number, segment: Segment) {
    this.#folder = folder;
    this.#log = log;
    this.#mark = mark;
    this.#segment = segment;
    this.#next = segment.first;
  }

  /** @throws StorageError `trimmed` if the entries after this position are gone, `damaged` */
  static behind(folder: string, log: string, after: Position): JournalTail {
    const mark = openSync(join(folder, MARK), "r");
    try {
      const first = segmentsIn(readdirSync(folder)).findLast((each) => each <= after + 1);
      if (first === undefined) throw trimmed(after + 1);
      const tail = new JournalTail(folder, log, mark, openSegment(folder, log, first, null));
      tail.#skipTo(after);
      return tail;
    } catch (error) {
      closeSync(mark);
      throw error;
    }
  }

  /** Position of the newest entry that was returned. */
  get position(): Position {
    return this.#next - 1;
  }

  /** This process appends a batch, as these records: they need not be decoded when they are read. */
  sending(batch: readonly Entry[], records: readonly string[]): void {
    this.#sent = new Map(
      batch.map((entry, at) => [entry.position, { entry, opening: openingOf(records[at] ?? "") }] as const),
    );
  }

  /**
   * Returns the entries that became durable since the last call, in order. Throws StorageError `damaged` or `trimmed`.
   */
  pull(): Entry[] {
    readSync(this.#mark, this.#read, 0, MARK_LENGTH, 0);
    if (this.#read.equals(this.#seen)) return [];
    const flushed = this.#flushed();
    const entries: Entry[] = [];
    while (this.#segment.first < flushed.segment) {
      this.#take(fstatSync(this.#segment.descriptor).size, entries);
      this.#goOn();
    }
    this.#take(flushed.length, entries);
    // Stored only now: if this call throws, the next one reads the same entries again.
    [this.#seen, this.#read] = [this.#read, this.#seen];
    return entries;
  }

  close(): void {
    closeSync(this.#mark);
    closeSync(this.#segment.descriptor);
  }

  /** Retries, because both slots may be half-written when they are read. */
  #flushed(): Flushed {
    for (let tries = 0; tries < 1000; tries += 1) {
      const slot = newestSlot(this.#read);
      if (slot !== null && slot.log === this.#log) return slot;
      readSync(this.#mark, this.#read, 0, MARK_LENGTH, 0);
    }
    throw new StorageError("damaged", `${this.#folder} has no readable mark`);
  }

  #skipTo(position: Position): void {
    while (this.#next <= position) {
      const lines = this.#linesTo(Math.min(this.#segment.at + PIECE, fstatSync(this.#segment.descriptor).size));
      if (lines.length === 0) throw trimmed(this.#next);
      for (const { line, before } of lines) {
        if (this.#next > position) {
          this.#segment.at = line.at;
          this.#segment.crc = before;
          return;
        }
        this.#next += 1;
      }
    }
  }

  #take(end: number, entries: Entry[]): void {
    for (const { line } of this.#linesTo(end)) {
      entries.push(this.#entryIn(line));
      this.#next += 1;
    }
  }

  #entryIn(line: Line): Entry {
    const sent = this.#sent.get(this.#next);
    if (sent !== undefined && opensWith(line.bytes, sent.opening)) return sent.entry;
    const { log, position, commit, body } = this.#decode(line);
    if (log !== this.#log || position !== this.#next) throw this.#refuse(line.at, "it is not what comes next");
    return { position, commit, body };
  }

  #decode(line: Line) {
    try {
      return decodeRecord(line.bytes);
    } catch (error) {
      throw this.#refuse(line.at, reasonOf(error));
    }
  }

  /** The complete lines from the last read position up to `end`; each is checked to continue from the one before it. */
  #linesTo(end: number): { readonly line: Line; readonly before: Crc }[] {
    const segment = this.#segment;
    if (end <= segment.at) return [];
    const bytes = readExactly(segment.descriptor, segment.at, end - segment.at);
    const lines: { line: Line; before: Crc }[] = [];
    for (const line of linesOf({ at: segment.at, bytes, last: false })) {
      if (!line.ended) break;
      const crc = checkedCrc(line.bytes, segment.crc);
      if (crc === null) throw this.#refuse(line.at, "the checksum does not match");
      lines.push({ line, before: segment.crc });
      segment.crc = crc;
      segment.at = line.at + line.bytes.length + 1;
    }
    return lines;
  }

  #goOn(): void {
    const before = this.#segment;
    this.#segment = openSegment(this.#folder, this.#log, this.#next, before.crc);
    closeSync(before.descriptor);
  }

  #refuse(offset: number, reason: string): StorageError {
    const file = segmentName(this.#segment.first);
    return damaged({ folder: this.#folder, file, offset, position: this.#next, reason });
  }
}

/** `previous`: the checksum that the segment has to continue from, if it is known. */
function openSegment(folder: string, log: string, first: Position, previous: Crc | null): Segment {
  const descriptor = openFile(folder, first);
  try {
    const bytes = readExactly(descriptor, 0, Math.min(fstatSync(descriptor).size, HEAD_BYTES));
    const [line] = linesOf({ at: 0, bytes, last: false });
    const crc = line?.ended ? checkedCrc(line.bytes, 0) : null;
    const refuse = (reason: string) =>
      damaged({ folder, file: segmentName(first), offset: 0, position: first, reason });
    if (line === undefined || crc === null) throw refuse("the checksum does not match");
    const head = decodeHead(line.bytes);
    if (head.log !== log || head.first !== first) throw refuse("it belongs to another place");
    if (previous !== null && head.previous !== crcText(previous))
      throw refuse("it does not go on from the file before");
    return { first, descriptor, crc, at: line.bytes.length + 1 };
  } catch (error) {
    closeSync(descriptor);
    throw error;
  }
}

/** More bytes than the first line of a segment has. */
const HEAD_BYTES = 4096;

function openFile(folder: string, first: Position): number {
  try {
    return openSync(join(folder, segmentName(first)), "r");
  } catch (error) {
    throw errorCode(error) === "ENOENT" ? trimmed(first) : error;
  }
}

function readExactly(descriptor: number, at: number, length: number): Buffer {
  const bytes = Buffer.allocUnsafe(length);
  let filled = 0;
  while (filled < length) {
    const read = readSync(descriptor, bytes, filled, length - filled, at + filled);
    if (read === 0) break;
    filled += read;
  }
  return bytes.subarray(0, filled);
}

export function trimmed(position: Position): StorageError {
  return new StorageError("trimmed", `Position ${position} is no longer in the log`, { position });
}
