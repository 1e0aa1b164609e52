import { join } from "node:path";
import { StorageError } from "../../../error.ts";
import { type FileSystem, type OpenFile, realFileSystem } from "../../../files/file-system.ts";
import { replaceFile } from "../../../files/files.ts";
import type { Position } from "../../../port.ts";
import { scanCheckpoint } from "../checkpoint.ts";
import { type Flushed, FlushMark } from "../flush-mark.ts";
import { checkpointName, checkpointsIn, cutName, FITTED, segmentName, segmentsIn } from "../names.ts";
import { createSegment, newLogId, scanSegment } from "../segment.ts";
import { judgeTail } from "../tail.ts";
import { damaged, isDamage } from "./damage.ts";

export interface Repaired {
  /** The journal's head after the repair. */
  readonly head: Position;
  /** Names of the files that hold the removed bytes. */
  readonly setAside: readonly string[];
}

/**
 * Ends a journal at a position. Everything after it is first saved to files of its own. It may have been acknowledged,
 * so this is only done on request.
 *
 * @throws StorageError `misused` when the state at that position cannot be read, `locked` while the journal is in use.
 */
export async function repairJournal(
  folder: string,
  truncateAt: Position,
  files: FileSystem = realFileSystem,
): Promise<Repaired> {
  const lock = await files.lock(folder, "journal");
  try {
    return await truncate(folder, truncateAt, files);
  } finally {
    await lock.release();
  }
}

/**
 * Lets a journal open again that is known to lack acknowledged writes: it continues from the present records. Nothing
 * is removed.
 *
 * @throws StorageError `misused` when nothing is known to be missing, `damaged` when the rest is damaged as well,
 *   `locked` while the journal is in use.
 */
export async function acceptLoss(folder: string, files: FileSystem = realFileSystem): Promise<Repaired> {
  const lock = await files.lock(folder, "journal");
  try {
    const { head, ...flushed } = await remains(folder, files);
    await setMark(folder, flushed, files);
    return { head, setAside: [] };
  } finally {
    await lock.release();
  }
}

/** The mark and the newest segment of a journal that is too short, and the position that it opens at. */
async function remains(folder: string, files: FileSystem): Promise<Flushed & { readonly head: Position }> {
  const names = await files.list(folder);
  const mark = await FlushMark.read(files, folder);
  const segment = segmentsIn(names).at(-1);
  if (segment === undefined || mark === null || mark.segment < segment) throw lacksNothing(folder);
  const name = segmentName(segment);
  const file = await files.open(join(folder, name), "read");
  try {
    const scan = await scanSegment(file);
    const tail = await judgeTail(file, scan, mark);
    const position = segment + tail.records;
    if (tail.kind === "rotten") throw damaged({ folder, file: name, offset: scan.end, position, reason: tail.reason });
    if (tail.kind !== "short" && mark.segment === segment) throw lacksNothing(folder);
    const length = scan.records[tail.records]?.at ?? scan.end;
    const head = Math.max(position - 1, checkpointsIn(names).at(-1) ?? 0);
    return { log: scan.head.log, segment, length, head };
  } finally {
    await file.close();
  }
}

function lacksNothing(folder: string): StorageError {
  return new StorageError("misused", `${folder} lacks nothing that is known to have been acknowledged`);
}

async function setMark(folder: string, flushed: Flushed, files: FileSystem): Promise<void> {
  // The journal's new end may date from before the last change of the content types.
  await files.remove(join(folder, FITTED)).catch(() => {});
  await (await FlushMark.create(files, folder, flushed)).close(flushed);
}

async function truncate(folder: string, head: Position, files: FileSystem): Promise<Repaired> {
  const names = await files.list(folder);
  const segments = segmentsIn(names);
  const [oldest] = segments;
  const first = segments.findLast((each) => each <= head) ?? (oldest === head + 1 ? oldest : undefined);
  if (first === undefined || !isWithinReach(head, names)) {
    throw new StorageError("misused", `${folder} has no position ${head}`);
  }
  const setAside: string[] = first > head ? await replaceNameless({ folder, files, names, first }) : [];
  const file = await files.open(join(folder, segmentName(first)), "write");
  try {
    const { head: segmentHead, records, end, size } = await scanSegment(file);
    const good = first + records.length - 1;
    if (good < head) throw new StorageError("misused", `The last position that can be read before ${head} is ${good}`);
    const cutAt = records[head - first + 1]?.at ?? end;

    // 1. Save what will be cut off, durably.
    if (cutAt < size) {
      const cut = cutName(first, cutAt);
      await replaceFile(files, join(folder, cut), [await file.read(cutAt, size - cutAt)]);
      setAside.push(cut);
    }
    // 2. From now on, nothing after the cut is expected to exist.
    await setMark(folder, { log: segmentHead.log, segment: first, length: cutAt }, files);
    // 3. Set the later files aside, newest first, so that an interrupted repair leaves a journal without a gap.
    for (const at of checkpointsIn(names).filter((each) => each > head)) {
      setAside.push(await putAside(files, folder, checkpointName(at), `cut-${checkpointName(at)}`));
    }
    for (const later of segments.filter((each) => each > first).reverse()) {
      setAside.push(await putAside(files, folder, segmentName(later), cutName(later, 0)));
    }
    await files.syncFolder(folder);
    // 4. Cut.
    await file.truncate(cutAt);
    await file.sync();
    return { head, setAside };
  } finally {
    await file.close();
  }
}

/**
 * Whether the state at this position can be read: from the very first record, or from a checkpoint and the records
 * after it.
 */
function isWithinReach(head: Position, names: readonly string[]): boolean {
  const [oldest = 1] = segmentsIn(names);
  return oldest === 1 || checkpointsIn(names).some((at) => at >= oldest - 1 && at <= head);
}

interface Oldest {
  readonly folder: string;
  readonly files: FileSystem;
  readonly names: readonly string[];
  /** First position of the oldest segment; no record of that segment is kept. */
  readonly first: Position;
}

/** Replaces a segment whose first line is damaged by an empty one, and saves its bytes to a file of its own. */
async function replaceNameless({ folder, files, names, first }: Oldest): Promise<string[]> {
  const path = join(folder, segmentName(first));
  const file = await files.open(path, "read");
  try {
    if (await isSegment(file)) return [];
    const cut = cutName(first, 0);
    await replaceFile(files, join(folder, cut), [await file.read(0, await file.size())]);
    const log = (await logOfCheckpoints(folder, files, names, first)) ?? newLogId();
    await createSegment(files, path, { log, first }, 0);
    return [cut];
  } finally {
    await file.close();
  }
}

async function isSegment(file: OpenFile): Promise<boolean> {
  try {
    await scanSegment(file);
    return true;
  } catch (error) {
    if (!isDamage(error)) throw error;
    return false;
  }
}

/** The remaining checkpoints record which journal they belong to. */
async function logOfCheckpoints(folder: string, files: FileSystem, names: readonly string[], first: Position) {
  const newest = checkpointsIn(names).findLast((at) => at < first);
  if (newest === undefined) return null;
  const file = await files.open(join(folder, checkpointName(newest)), "read");
  try {
    return (await scanCheckpoint(file)).log;
  } finally {
    await file.close();
  }
}

async function putAside(files: FileSystem, folder: string, name: string, aside: string): Promise<string> {
  await files.rename(join(folder, name), join(folder, aside));
  return aside;
}
