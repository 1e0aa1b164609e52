import { join } from "node:path";
import { reasonOf } from "../../../error.ts";
import { type FileSystem, type OpenFile, realFileSystem } from "../../../files/file-system.ts";
import type { Position } from "../../../port.ts";
import { scanCheckpoint } from "../checkpoint.ts";
import { assertFilled } from "../filling.ts";
import { FlushMark, type FoundMark } from "../flush-mark.ts";
import { checkpointName, checkpointsIn, segmentName, segmentsIn } from "../names.ts";
import { type Crc, crcText } from "../records/frame.ts";
import { type SegmentScan, scanSegment } from "../segment.ts";
import { judgeTail, type Tail } from "../tail.ts";

/** One place where a file is not as it was written. */
export interface Fault {
  readonly file: string;
  readonly offset: number;
  /** The first position that cannot be trusted; null for a checkpoint, which other files can replace. */
  readonly position: Position | null;
  readonly reason: string;
}

export interface CheckedFile {
  readonly file: string;
  readonly bytes: number;
  /** Positions of a segment; for a checkpoint, its position twice. */
  readonly first: Position;
  readonly last: Position;
}

export interface JournalCheck {
  readonly segments: readonly CheckedFile[];
  readonly checkpoints: readonly CheckedFile[];
  /** Damage. A journal with damage in a segment does not open. */
  readonly faults: readonly Fault[];
  /**
   * An unfinished write at the very end, from an interruption, a write under way or a copy that lacks it. Opening
   * continues before it.
   */
  readonly tail: Fault | null;
}

/**
 * Checks every byte of a journal and lists all faults. It changes nothing and takes no lock, so it can also run beside
 * a server.
 *
 * @throws StorageError `damaged` for a copy that was interrupted, or is under way.
 */
export async function checkJournal(folder: string, files: FileSystem = realFileSystem): Promise<JournalCheck> {
  await assertFilled(files, folder);
  return checkFiles(folder, files);
}

/** The same, also of a copy that is under way. */
export async function checkFiles(folder: string, files: FileSystem): Promise<JournalCheck> {
  // Read before the names, since a server may begin a segment at any time and then records it in the mark.
  const mark = await FlushMark.read(files, folder);
  const names = await files.list(folder);
  const check = new Checking(folder, files, mark);
  const firsts = segmentsIn(names);
  for (const first of firsts) await check.segment(first, first === firsts.at(-1));
  check.newest(firsts.at(-1) ?? 0);
  for (const at of checkpointsIn(names)) await check.checkpoint(at);
  return check;
}

/** Checks file after file and collects the results. */
class Checking implements JournalCheck {
  readonly segments: CheckedFile[] = [];
  readonly checkpoints: CheckedFile[] = [];
  readonly faults: Fault[] = [];
  tail: Fault | null = null;
  readonly #folder: string;
  readonly #files: FileSystem;
  readonly #mark: FoundMark | null;
  #before: SegmentEnd | null = null;

  constructor(folder: string, files: FileSystem, mark: FoundMark | null) {
    this.#folder = folder;
    this.#files = files;
    this.#mark = mark;
  }

  async segment(first: Position, isNewest: boolean): Promise<void> {
    const file = segmentName(first);
    await this.#with(file, async (open) => {
      const scan = await scanSegment(open);
      const next = first + scan.records.length;
      this.segments.push({ file, bytes: scan.size, first, last: next - 1 });
      const gap = gapBefore(scan, this.#before);
      if (gap !== null) this.faults.push({ file, offset: 0, position: this.#before?.next ?? first, reason: gap });
      const isWhole = scan.end === scan.size;
      // The segment after a damaged one cannot be checked for continuity.
      this.#before = isWhole ? { next, crc: scan.crc } : null;
      const at = { file, offset: scan.end, position: next };
      if (isNewest) this.#tail(at, await judgeTail(open, scan, this.#mark));
      else if (!isWhole) this.faults.push({ ...at, reason: "the checksum does not match" });
    }).catch((error: unknown) => {
      this.#before = null;
      this.faults.push({ file, offset: 0, position: first, reason: reasonOf(error) });
    });
  }

  #tail(at: Omit<Fault, "reason">, tail: Tail): void {
    if (tail.kind === "rotten") this.faults.push({ ...at, reason: tail.reason });
    if (tail.kind === "torn") this.tail = { ...at, reason: "it was not finished" };
    if (tail.kind !== "short") return;
    const shortfall = { ...at, offset: tail.cutAt, reason: `${tail.missing} bytes that had been flushed are missing` };
    // This is normal in a copy that was made while the journal was being written.
    if (this.#mark?.isCopied === true) this.tail = shortfall;
    else this.faults.push(shortfall);
  }

  /** Checks that the newest segment on disk is the newest one ever begun. Copies may lack one. */
  newest(first: Position): void {
    const mark = this.#mark;
    if (mark === null || mark.segment <= first || (mark.isCopied && first > 0)) return;
    this.faults.push({ file: segmentName(mark.segment), offset: 0, position: mark.segment, reason: "it is missing" });
  }

  async checkpoint(at: Position): Promise<void> {
    const file = checkpointName(at);
    await this.#with(file, async (open) => {
      this.checkpoints.push({ file, bytes: await open.size(), first: at, last: at });
      await scanCheckpoint(open);
    }).catch((error: unknown) => {
      this.faults.push({ file, offset: 0, position: null, reason: reasonOf(error) });
    });
  }

  async #with(name: string, use: (file: OpenFile) => Promise<void>): Promise<void> {
    const file = await this.#files.open(join(this.#folder, name), "read");
    try {
      await use(file);
    } finally {
      await file.close();
    }
  }
}

/** The end of a segment, from which the next one must continue. */
interface SegmentEnd {
  readonly next: Position;
  readonly crc: Crc;
}

function gapBefore({ head }: SegmentScan, before: SegmentEnd | null): string | null {
  if (before === null) return null;
  if (head.first !== before.next) return `positions ${before.next} to ${head.first - 1} are missing`;
  return head.previous === crcText(before.crc) ? null : "it does not go on from the file before";
}
