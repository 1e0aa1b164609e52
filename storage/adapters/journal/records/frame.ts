import { crc32 } from "node:zlib";

/**
 * The frame of every line of a journal and of its checkpoints: one JSON object that begins with its checksum,
 * `{"crc":"0123abcd",…}`, and a newline. The checksum covers the bytes from after its comma up to the newline. It is
 * seeded with the checksum of the line before, so a line is valid only in its place.
 */
const OPENING = '{"crc":"';
const DIGITS = 8;
const CLOSING = '",';
export const FRAME_LENGTH = OPENING.length + DIGITS + CLOSING.length;

const OPENING_BYTES = Buffer.from(OPENING);
const CLOSING_BYTES = Buffer.from(CLOSING);
/** The value of each byte as a lower-case hexadecimal digit; -1 for any other byte. */
const HEX_DIGITS = Int8Array.from({ length: 256 }, (_, byte) => "0123456789abcdef".indexOf(String.fromCharCode(byte)));

export type Crc = number;

export interface Framed {
  /** With its newline. */
  readonly line: string;
  readonly crc: Crc;
}

/** The text of an object, which must have at least one property, as it stands behind the checksum of its frame. */
export function framedText(value: object): string {
  return JSON.stringify(value).slice(1);
}

/** Frames what `framedText` has returned. */
export function frameText(text: string, seed: Crc): Framed {
  const crc = crc32(text, seed);
  return { line: `${OPENING}${crcText(crc)}${CLOSING}${text}\n`, crc };
}

/** Frames an object, which must have at least one property. */
export function frame(value: object, seed: Crc): Framed {
  return frameText(framedText(value), seed);
}

/** The checksum written at the start of a line, or null if the line has no frame. */
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

/** The checksum that a line, without its newline, should have. */
export function countedCrc(line: Buffer, seed: Crc): Crc {
  return crc32(line.subarray(FRAME_LENGTH), seed);
}

/** The checksum of a line that is whole and in its place, or null. */
export function checkedCrc(line: Buffer, seed: Crc): Crc | null {
  const stated = statedCrc(line);
  return stated !== null && stated === countedCrc(line, seed) ? stated : null;
}

/** Where the next frame seems to begin, from an offset on; -1 if nowhere. */
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
