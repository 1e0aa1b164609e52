import { join } from "node:path";
import { reasonOf, StorageError } from "../../error.ts";
import type { FileSystem, OpenFile } from "../../files/file-system.ts";
import { replaceFile, writeAll } from "../../files/files.ts";
import type { Position } from "../../port.ts";
import type { Report } from "../../report.ts";
import { type CheckpointScan, scanCheckpoint } from "./checkpoint.ts";
import { type Flushed, FlushMark } from "./flush-mark.ts";
import { damaged, isDamage, refused, tooShort, unreadable } from "./maintenance/damage.ts";
import { checkpointName, checkpointsIn, cutName, MARK, segmentName, segmentsIn } from "./names.ts";
import { readingFrom } from "./read-file.ts";
import { createSegment, newLogId, type SegmentScan, scanSegment } from "./segment.ts";
import { SegmentWriter } from "./segment-writer.ts";
import { judgeTail, type Tail } from "./tail.ts";

/** Where a journal is stored, and the receiver of reports of repairs. */
export interface JournalFolder {
  readonly files: FileSystem;
  readonly folder: string;
  readonly report: Report;
}

/** A journal that is ready to be read and written. */
export interface OpenedJournal {
  readonly log: string;
  readonly head: Position;
  readonly segments: readonly Position[];
  readonly writer: SegmentWriter;
  /** Positions of the valid checkpoints, in order. */
  readonly checkpoints: readonly Position[];
  /** Size of the newest checkpoint's snapshot in bytes. */
  readonly checkpointSize: number;
}

/**
 * Opens the journal in a folder, or begins one in it. A torn tail is cut off and kept in a file of its own; with any
 * other damage, opening fails.
 *
 * @throws StorageError `damaged`, `invalid`
 */
export async function openJournal(place: JournalFolder): Promise<OpenedJournal> {
  const { files, folder } = place;
  const names = await files.list(folder);
  for (const name of names) if (name.endsWith(".tmp")) await files.remove(join(folder, name));
  const segments = segmentsIn(names);
  const checkpoints = checkpointsIn(names);
  const newest = segments.at(-1);
  if (newest === undefined) {
    if (checkpoints.length > 0) throw new StorageError("damaged", `${folder} has checkpoints but no journal`);
    const mark = await FlushMark.read(files, folder);
    if (mark !== null) throw lost(folder, mark);
    return begin(place, newLogId(), 1);
  }
  const file = await files.open(join(folder, segmentName(newest)), "write");
  try {
    const { writer, head, log } = await openNewest(place, file, newest);
    const good = await goodCheckpoints(place, checkpoints, log);
    if ((good.checkpoints.at(-1) ?? 0) <= head) return { log, head, segments, writer, ...good };
    await file.close();
    return await goOnFromCheckpoint(place, segments, good, head, log);
  } catch (error) {
    await file.close().catch(() => {});
    throw error;
  }
}

/** A journal that has a mark always has a segment. */
function lost(folder: string, { segment }: Flushed): StorageError {
  const file = segmentName(segment);
  const advice = `Put it back or, to begin with nothing, remove the file "${MARK}" as well`;
  return new StorageError("damaged", `${folder}/${file} is missing, and there is no other. ${advice}`, {
    folder,
    file,
  });
}

/** Begins a new segment for the positions from `first` on. */
export async function startSegment(
  { files, folder }: Pick<JournalFolder, "files" | "folder">,
  log: string,
  first: Position,
  previous: number,
): Promise<SegmentWriter> {
  const path = join(folder, segmentName(first));
  const end = await createSegment(files, path, { log, first }, previous);
  return new SegmentWriter(await files.open(path, "write"), { first, ...end });
}

async function begin(place: JournalFolder, log: string, first: Position): Promise<OpenedJournal> {
  await keepLineEnds(place);
  const writer = await startSegment(place, log, first, 0);
  return { log, head: first - 1, segments: [first], writer, checkpoints: [], checkpointSize: 0 };
}

/** Asks Git to leave the files as they are: a journal with other line ends does not open. */
async function keepLineEnds({ files, folder }: JournalFolder): Promise<void> {
  try {
    const file = await files.open(join(folder, ".gitattributes"), "create");
    try {
      await writeAll(file, Buffer.from("* -text\n"), 0);
    } finally {
      await file.close();
    }
  } catch {
    // The file is there already, or the next step reports the fault.
  }
}

async function openNewest(place: JournalFolder, file: OpenFile, first: Position) {
  const { files, folder, report } = place;
  const name = segmentName(first);
  const refuse = (offset: number, position: Position, reason: string) =>
    damaged({ folder, file: name, offset, position, reason });

  const mark = await FlushMark.read(files, folder);
  if (mark !== null && mark.segment > first) {
    const later = segmentName(mark.segment);
    if (!mark.isCopied) throw refuse(0, mark.segment, `${later}, which came after it, is missing`);
    // The file was probably begun during the copy, which reads the names in the folder before the files.
    report("The journal is a copy that lacks the writes made during the copying", { file: name, missing: later });
  }
  const scan = await scanSegment(file).catch((error: unknown) => {
    throw refused(error, { folder, file: name, offset: 0, position: first });
  });
  if (scan.head.first !== first) throw refuse(0, first, `the file begins with position ${scan.head.first}`);
  const tail = await readingFrom(join(folder, name), judgeTail(file, scan, mark));
  if (tail.kind === "rotten") throw refuse(scan.end, first + scan.records.length, tail.reason);
  if (tail.kind === "short") reportShortfall(place, name, first, tail, mark?.isCopied === true);
  if (tail.kind === "torn" || tail.kind === "short") await cut(place, file, scan, tail);
  const crc = scan.records[tail.records]?.seed ?? scan.crc;
  const length = scan.records[tail.records]?.at ?? scan.end;
  const { log } = scan.head;
  return { log, head: first + tail.records - 1, writer: new SegmentWriter(file, { first, length, crc }) };
}

/**
 * The journal ends before acknowledged writes. In a copy this can happen because the journal was being written
 * meanwhile: the copy is whole as of an earlier moment, and this is only reported.
 *
 * @throws StorageError `damaged` unless the journal is a copy.
 */
function reportShortfall(
  { folder, report }: JournalFolder,
  file: string,
  first: Position,
  { records, cutAt: offset, missing }: Extract<Tail, { kind: "short" }>,
  isCopied: boolean,
): void {
  const shortfall = { folder, file, offset, missing, position: first + records - 1 };
  if (!isCopied) throw tooShort(shortfall);
  report("The journal is a copy that lacks the writes made during the copying", shortfall);
}

/** Cuts off a tail that was never acknowledged, after saving it to a file of its own. */
async function cut(
  { files, folder, report }: JournalFolder,
  file: OpenFile,
  { head, size }: SegmentScan,
  { records, cutAt }: { readonly records: number; readonly cutAt: number },
): Promise<void> {
  if (cutAt === size) return;
  const name = segmentName(head.first);
  const saved = cutName(head.first, cutAt);
  await replaceFile(files, join(folder, saved), [await file.read(cutAt, size - cutAt)]);
  await file.truncate(cutAt);
  await file.sync();
  report("An unfinished write at the end of the journal was cut off", {
    file: name,
    offset: cutAt,
    bytes: size - cutAt,
    saved,
    lastPosition: head.first + records - 1,
  });
}

type GoodCheckpoints = Pick<OpenedJournal, "checkpoints" | "checkpointSize">;

/**
 * The checkpoints that can be trusted. Damaged ones are renamed so that they are not used again. Older ones are checked
 * only when they are needed.
 *
 * @throws StorageError for one that cannot be read, or is of a later version: it may be the only one that is whole.
 */
async function goodCheckpoints(
  { files, folder, report }: JournalFolder,
  positions: readonly Position[],
  log: string,
): Promise<GoodCheckpoints> {
  for (const [index, at] of [...positions.entries()].reverse()) {
    const name = checkpointName(at);
    try {
      const { from, until } = await goodCheckpoint(files, join(folder, name), log);
      return { checkpoints: positions.slice(0, index + 1), checkpointSize: until - from };
    } catch (error) {
      if (!isDamage(error)) throw unreadable(join(folder, name), error);
      report("A damaged checkpoint was set aside; the one before it is used", { file: name, reason: reasonOf(error) });
      await files.rename(join(folder, name), join(folder, `damaged-${name}`));
    }
  }
  return { checkpoints: [], checkpointSize: 0 };
}

async function goodCheckpoint(files: FileSystem, path: string, log: string): Promise<CheckpointScan> {
  const file = await files.open(path, "read");
  try {
    const scan = await scanCheckpoint(file);
    if (scan.log !== log) throw new StorageError("damaged", "it belongs to another journal");
    return scan;
  } finally {
    await file.close();
  }
}

/**
 * The newest checkpoint is ahead of the journal, as in a copy made file by file: the log continues from the checkpoint.
 */
async function goOnFromCheckpoint(
  place: JournalFolder,
  segments: readonly Position[],
  good: GoodCheckpoints,
  head: Position,
  log: string,
): Promise<OpenedJournal> {
  const { files, folder, report } = place;
  const at = good.checkpoints.at(-1) ?? head;
  report("The journal ends before the newest checkpoint and continues from there", { journal: head, checkpoint: at });
  const opened = await begin(place, log, at + 1);
  for (const first of segments) {
    await files.rename(join(folder, segmentName(first)), join(folder, cutName(first, 0)));
  }
  return { ...opened, ...good };
}
