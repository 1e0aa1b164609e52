import { join } from "node:path";
import { reasonOf } from "../error.ts";
import type { FileSystem } from "../file-system.ts";
import type { Entry, Position } from "../port.ts";
import { damaged } from "./damage.ts";
import { type Crc, checkedCrc, crcText } from "./frame.ts";
import { type Line, linesOf, readWindows } from "./lines.ts";
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
  const { segments } = journal;
  const start = segments.findLastIndex((first) => first <= from);
  let previous: Previous | null = null;
  for (const [index, first] of segments.entries()) {
    if (index < start) continue;
    const until: number | undefined = index === segments.length - 1 ? journal.end : undefined;
    previous = yield* readSegment(journal, first, previous, from, until);
  }
}

/** The end of the segment before, which the next one must go on from. */
interface Previous {
  readonly next: Position;
  readonly crc: Crc;
}

async function* readSegment(
  { files, folder, log }: ReadableJournal,
  first: Position,
  previous: Previous | null,
  from: Position,
  until: number | undefined,
): AsyncGenerator<readonly Entry[], Previous> {
  const name = segmentName(first);
  let crc: Crc = 0;
  let next = first;
  let isHead = true;
  const refuse = (line: Line, reason: string) =>
    damaged({ folder, file: name, offset: line.at, position: previous?.next ?? next, reason });

  const checkHead = (line: Line): void => {
    const head = attempt(
      () => decodeHead(line),
      (reason) => refuse(line, reason),
    );
    if (head.log !== log) throw refuse(line, "it belongs to another journal");
    if (head.first !== first) throw refuse(line, `the file begins with position ${head.first}`);
    if (previous === null) return;
    if (previous.next !== first) throw refuse(line, `the positions from ${previous.next} on are missing`);
    if (head.previous !== crcText(previous.crc)) throw refuse(line, "it does not go on from the file before");
  };
  const decodeEntry = (line: Line): Entry => {
    const record = attempt(
      () => decodeRecord(line.bytes),
      (reason) => refuse(line, reason),
    );
    if (record.log !== log) throw refuse(line, "the record belongs to another journal");
    if (record.position !== next) throw refuse(line, `the record has position ${record.position}`);
    return { position: record.position, commit: record.commit, body: record.body };
  };

  const file = await files.open(join(folder, name), "read");
  try {
    for await (const window of readWindows(file, 0, until)) {
      const entries: Entry[] = [];
      for (const line of linesOf(window)) {
        const checked = line.ended ? checkedCrc(line.bytes, crc) : null;
        if (checked === null) throw refuse(line, "the checksum does not match");
        crc = checked;
        if (isHead) {
          checkHead(line);
          isHead = false;
          previous = null;
          continue;
        }
        if (next >= from) entries.push(decodeEntry(line));
        next += 1;
      }
      if (entries.length > 0) yield entries;
    }
  } finally {
    await file.close();
  }
  return { next, crc };
}

function attempt<T>(work: () => T, refuse: (reason: string) => Error): T {
  try {
    return work();
  } catch (error) {
    throw refuse(reasonOf(error));
  }
}
