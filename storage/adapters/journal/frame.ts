import { crc32 } from "node:zlib";

/**
 * The frame of every line of a journal and its checkpoints: one JSON object with its checksum in front,
 * `{"crc":"0123abcd",…}` and a newline. The checksum covers all that follows its comma up to the newline, and starts
 * from a seed: the checksum of the line before, so that a line only counts in its place.
 */
const OPENING = '{"crc":"';
const DIGITS = 8;
const CLOSING = '",';
export const FRAME_LENGTH = OPENING.length + DIGITS + CLOSING.length;

const OPENING_BYTES = Buffer.from(OPENING);
const CLOSING_BYTES = Buffer.from(CLOSING);
/** By byte: its value as a digit in lower case; -1 for any other. */
const HEX_DIGITS = Int8Array.from({ length: 256 }, (_, byte) => "0123456789abcdef".indexOf(String.fromCharCode(byte)));

export type Crc = number;

export interface Framed {
  /** With its newline. */
  readonly line: string;
  readonly crc: Crc;
}

/** Frames an object, which must have a member at least. */
export function frame(value: object, seed: Crc): Framed {
  const rest = JSON.stringify(value).slice(1);
  const crc = crc32(rest, seed);
  return { line: `${OPENING}${crcText(crc)}${CLOSING}${rest}\n`, crc };
}

/** The checksum written in front of a line, or null where there is no frame. */
export function statedCrc(line: Buffer): Crc | null {
  if (line.length <= FRAME_LENGTH) return null;
  for (let at = 0; at < OPENING_BYTES.length; at += 1) if (line[at] !== OPENING_BYTES[at]) return null;
  for (let at = 0; at < CLOSING_BYTES.length; at += 1) {
    if (line[FRAME_LENGTH - CLOSING_BYTES.length + at] !== CLOSING_BYTES[at]) return null;
  }
  let crc = 0;
  for (let at = OPENING_BYTES.length; at < OPENING_BYTES.length + DIGITS; at += 1) {
    const digit = HEX_DIGITS[line[at] ?? 0] ?? -1;
    if (digit < 0) return null;
    crc = crc * 16 + digit;
  }
  return crc;
}

/** The checksum that a line, without its newline, should state. */
export function countedCrc(line: Buffer, seed: Crc): Crc {
  return crc32(line.subarray(FRAME_LENGTH), seed);
}

/** The checksum of a line that is whole and in its place, or null. */
export function checkedCrc(line: Buffer, seed: Crc): Crc | null {
  const stated = statedCrc(line);
  return stated !== null && stated === countedCrc(line, seed) ? stated : null;
}

/** Where a frame seems to begin, from a place on; -1 when nowhere. */
export function nextFrame(bytes: Buffer, from: number): number {
  return bytes.indexOf(OPENING_BYTES, from);
}

/** The object of a checked line without its checksum. */
export function objectText(line: Buffer): string {
  return `{${line.toString("utf8", FRAME_LENGTH)}`;
}

export function crcText(crc: Crc): string {
  return crc.toString(16).padStart(DIGITS, "0");
}
