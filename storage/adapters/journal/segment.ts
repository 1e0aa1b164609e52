import { randomBytes } from "node:crypto";
import { StorageError } from "../../error.ts";
import type { FileSystem, OpenFile } from "../../files/file-system.ts";
import { replaceFile } from "../../files/files.ts";
import type { Position } from "../../port.ts";
import { decode, unknownFormat } from "../../shapes/decode.ts";
import { oneOf, record } from "../../shapes/shape.ts";
import { positive, text } from "../../shapes/shapes.ts";
import { JOURNAL_FORMAT } from "./names.ts";
import { type Crc, checkedCrc, crcText, frame } from "./records/frame.ts";
import { linesOf, readWindows } from "./records/lines.ts";

/** The first line of a segment. */
export interface SegmentHead {
  readonly galley: "journal";
  readonly format: number;
  readonly log: string;
  /** Position of the first record. */
  readonly first: Position;
  /** Checksum of the last record of the segment before; zeros in the first segment. */
  readonly previous: string;
}

const headShape = record<{ readonly crc: string } & SegmentHead>({
  crc: text,
  galley: oneOf("journal"),
  format: positive,
  log: text,
  first: positive,
  previous: text,
});

/** The valid part of a segment: up to the first line that is not whole or not in its place. */
export interface SegmentScan {
  readonly head: SegmentHead;
  /** Where each record begins, with the checksum that seeds its own. */
  readonly records: readonly { readonly at: number; readonly seed: Crc }[];
  /** Where the first invalid line begins; the size of the file if there is none. */
  readonly end: number;
  readonly size: number;
  /** Checksum of the last valid line. */
  readonly crc: Crc;
}

/** Makes an identity for a new journal. It is short, because every record contains it. */
export function newLogId(): string {
  return randomBytes(9).toString("base64url");
}

/** Creates an empty segment, atomically and durably. */
export async function createSegment(
  files: FileSystem,
  path: string,
  head: Pick<SegmentHead, "log" | "first">,
  previous: Crc,
): Promise<{ readonly length: number; readonly crc: Crc }> {
  const whole: SegmentHead = { galley: "journal", format: JOURNAL_FORMAT, ...head, previous: crcText(previous) };
  const { line, crc } = frame(whole, 0);
  const bytes = Buffer.from(line);
  await replaceFile(files, path, [bytes]);
  return { length: bytes.length, crc };
}

/**
 * Checks every line of a segment without decoding the records.
 *
 * @throws StorageError `invalid` when not even its first line is valid.
 */
export async function scanSegment(file: OpenFile): Promise<SegmentScan> {
  const size = await file.size();
  const records: { at: number; seed: Crc }[] = [];
  let head: SegmentHead | null = null;
  let crc: Crc = 0;
  let end = 0;
  scan: for await (const window of readWindows(file)) {
    for (const line of linesOf(window)) {
      const checked = line.ended ? checkedCrc(line.bytes, crc) : null;
      if (checked === null && head === null && hasCarriageReturn(line.bytes)) throw changedLineEnds();
      if (checked === null) break scan;
      if (head === null) head = decodeHead(line.bytes);
      else records.push({ at: line.at, seed: crc });
      crc = checked;
      end = line.at + line.bytes.length + 1;
    }
  }
  if (head === null) throw new StorageError("invalid", "the first line is not that of a segment");
  return { head, records, end, size, crc };
}

/** Whether a line is whole but for a carriage return at its end. */
function hasCarriageReturn(line: Buffer): boolean {
  return line.at(-1) === CARRIAGE_RETURN && checkedCrc(line.subarray(0, -1), 0) !== null;
}

const CARRIAGE_RETURN = 0x0d;

/** No damage: nothing is lost, and a repair would set everything aside. */
function changedLineEnds(): Error {
  const advice = 'turn CR LF into LF again, in every file, and keep "* -text" in the .gitattributes of the folder';
  return new Error(`its line ends were changed, as by Git's core.autocrlf: ${advice}`);
}

/** @throws SyntaxError or StorageError `invalid` for a line that is not the first one of a segment */
export function decodeHead(line: Buffer): SegmentHead {
  const { crc: _, ...head } = decode(headShape, JSON.parse(line.toString()), "first line");
  if (head.format !== JOURNAL_FORMAT) throw unknownFormat("segment", head.format, JOURNAL_FORMAT);
  return head;
}
