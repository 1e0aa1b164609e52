import type { OpenFile } from "../../files/file-system.ts";
import type { Position } from "../../port.ts";
import type { Flushed } from "./flush-mark.ts";
import { type Crc, countedCrc, nextFrame, statedCrc } from "./records/frame.ts";
import { linesOf, readWindows } from "./records/lines.ts";
import { decodeRecord, type JournalRecord } from "./records/record.ts";
import type { SegmentScan } from "./segment.ts";

/** Enough for any single fault; bounds the work on a file that is not a journal at all. */
const MAX_SEEDS = 8;

/** The condition of the end of the newest segment. */
export type Tail =
  /** Every record is kept. */
  | { readonly kind: "whole"; readonly records: number }
  /** The first `records` are kept; the rest is an unfinished batch. */
  | { readonly kind: "torn"; readonly records: number; readonly cutAt: number }
  /** The first `records` are kept; `missing` bytes after `cutAt` had been flushed and are gone. */
  | { readonly kind: "short"; readonly records: number; readonly cutAt: number; readonly missing: number }
  /** Bytes that had been flushed have changed. */
  | { readonly kind: "rotten"; readonly records: number; readonly reason: string };

/**
 * Distinguishes a torn tail from damage. Invalid bytes are damage if the mark says that they were flushed, or if a
 * record of a later batch follows: a batch begins only after the one before it was flushed.
 */
export async function judgeTail(file: OpenFile, scan: SegmentScan, mark: Flushed | null): Promise<Tail> {
  const { end, size, records, head } = scan;
  const flushed = mark?.segment === head.first ? mark.length : 0;
  if (end < size) {
    const rotten = (reason: string): Tail => ({ kind: "rotten", records: records.length, reason });
    if (end < flushed && flushed <= size) return rotten("it was flushed in another form");
    if (await isFollowed(file, scan)) return rotten("records of later batches follow");
  }
  const kept = await wholeBatches(file, scan, flushed);
  const cutAt = records[kept]?.at ?? end;
  if (flushed > size) return { kind: "short", records: kept, cutAt, missing: flushed - cutAt };
  return cutAt === size ? { kind: "whole", records: kept } : { kind: "torn", records: kept, cutAt };
}

/** How many records to keep: an unfinished batch is dropped, unless its records are known to have been flushed. */
async function wholeBatches(file: OpenFile, { records, head, end }: SegmentScan, flushed: number): Promise<number> {
  const last = records.at(-1);
  if (last === undefined) return 0;
  const bytes = await file.read(last.at, end - 1 - last.at);
  const { batch, position } = decodeRecord(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  if (position === batch[1]) return records.length;
  const kept = Math.max(0, batch[0] - head.first);
  const begin = records[kept]?.at ?? end;
  return begin < flushed ? records.length : kept;
}

/** Whether a valid record of a later batch follows anywhere after the broken one. */
async function isFollowed(file: OpenFile, scan: SegmentScan): Promise<boolean> {
  const broken: Position = scan.head.first + scan.records.length;
  // A line may continue from the checksum that the line before states or, if that one is damaged, from the one it
  // should state.
  let seeds: readonly Crc[] = [scan.crc];
  for await (const window of readWindows(file, scan.end)) {
    for (const { bytes } of linesOf(window)) {
      const found: Crc[] = [];
      for (const line of framesIn(bytes)) {
        const counted = [...seeds, ...found].map((seed) => countedCrc(line, seed));
        const stated = statedCrc(line);
        if (stated !== null && counted.includes(stated) && isLater(line, scan.head.log, broken)) return true;
        found.push(...(stated === null ? [] : [stated]), ...counted.slice(0, 1));
      }
      seeds = found.slice(-MAX_SEEDS);
    }
  }
  return false;
}

/**
 * The line itself, and every frame that begins within it, since the newline before a record may be the damaged byte.
 */
function framesIn(line: Buffer): Buffer[] {
  const frames = [line];
  for (let at = nextFrame(line, 1); at >= 0 && frames.length < MAX_SEEDS; at = nextFrame(line, at + 1)) {
    frames.push(line.subarray(at));
  }
  return frames;
}

function isLater(line: Buffer, log: string, broken: Position): boolean {
  const record = tryDecode(line);
  return record !== null && record.log === log && record.batch[0] > broken;
}

function tryDecode(line: Buffer): JournalRecord | null {
  try {
    return decodeRecord(line);
  } catch {
    return null;
  }
}
