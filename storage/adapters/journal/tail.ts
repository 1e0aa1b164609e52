import type { OpenFile } from "../../files/file-system.ts";
import type { Position } from "../../port.ts";
import type { Flushed } from "./flush-mark.ts";
import { type Crc, countedCrc, nextFrame, statedCrc } from "./frame.ts";
import { linesOf, readWindows } from "./lines.ts";
import { decodeRecord, type JournalRecord } from "./record.ts";
import type { SegmentScan } from "./segment.ts";

/** Enough for any single fault; a bound for what is not a journal at all. */
const MAX_SEEDS = 8;

/** What the end of the newest segment turns out to be. */
export type Tail =
  /** Every record stays. */
  | { readonly kind: "whole"; readonly records: number }
  /** The first `records` stay; the rest is a batch that was never finished. */
  | { readonly kind: "torn"; readonly records: number; readonly cutAt: number }
  /** The first `records` stay; `missing` bytes after `cutAt` had been flushed and are gone. */
  | { readonly kind: "short"; readonly records: number; readonly cutAt: number; readonly missing: number }
  /** Something that had been flushed is no longer what it was. */
  | { readonly kind: "rotten"; readonly records: number; readonly reason: string };

/**
 * Tells a torn tail from rot. Bytes that do not count are rot when the mark says that they were flushed, or when a
 * record of a later batch follows: a batch is only begun when the one before it has been flushed.
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

/** How many records to keep: not those of an unfinished batch, unless they are known to have been flushed. */
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

/** Whether a whole record of a batch later than the broken one follows anywhere behind it. */
async function isFollowed(file: OpenFile, scan: SegmentScan): Promise<boolean> {
  const broken: Position = scan.head.first + scan.records.length;
  // A line may go on from what the one before states or, if just that is damaged, from what it should state.
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

/** The line itself and, since the newline before a record may be what is damaged, every frame that begins within it. */
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
