import { plainHeif } from "./plain-heif.ts";

/**
 * The bytes of a picture without what cameras and programs add: places, names, texts. The orientation of a JPEG stays.
 * Null for bytes that are no JPEG, PNG, WebP, GIF, AVIF or HEIC.
 */
export function withoutMetadata(bytes: Uint8Array): Uint8Array | null {
  const data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (data.length > 4 && data.readUInt16BE(0) === 0xffd8) return plainJpeg(data);
  if (data.length > 8 && data.readUInt32BE(0) === 0x89504e47) return plainPng(data);
  if (data.length > 12 && data.toString("latin1", 0, 4) === "RIFF" && data.toString("latin1", 8, 12) === "WEBP")
    return plainWebp(data);
  if (/^GIF8[79]a/.test(data.toString("latin1", 0, 6))) return plainGif(data);
  return plainHeif(data);
}

/** Segments up to the first scan (ITU-T T.81, annex B): APP0, APP2 (colours) and APP14 (Adobe) say how to decode. */
function plainJpeg(data: Buffer): Buffer {
  const kept: Buffer[] = [data.subarray(0, 2)];
  let at = 2;
  while (at + 4 <= data.length) {
    const marker = data[at] === 0xff ? (data[at + 1] ?? 0) : 0xff;
    // Markers may have more of 0xff before them (B.1.1.2), and decoders skip what is no marker.
    if (marker === 0xff) {
      at++;
      continue;
    }
    if (marker === 0xda) break;
    const end = at + 2 + data.readUInt16BE(at + 2);
    const segment = data.subarray(at, end);
    if (marker === 0xe1) kept.push(...orientationOf(segment));
    else if (!(marker > 0xe0 && marker <= 0xef && marker !== 0xe2 && marker !== 0xee) && marker !== 0xfe)
      kept.push(segment);
    at = end;
  }
  const image = data.subarray(at);
  // Behind the end of the image programs append previews with metadata of their own.
  const end = endOfScan(image);
  kept.push(end === -1 ? image : image.subarray(0, end));
  return Buffer.concat(kept);
}

/** The first end of image outside of a segment; in a scan 0xff is followed by 0x00 or a restart. */
function endOfScan(image: Buffer): number {
  let at = 0;
  for (;;) {
    at = image.indexOf(0xff, at);
    if (at === -1 || at + 1 >= image.length) return -1;
    const marker = image[at + 1] ?? 0;
    if (marker === 0xd9) return at + 2;
    const isSegment = marker >= 0xc0 && marker !== 0xff && !(marker >= 0xd0 && marker <= 0xd8);
    at += isSegment && at + 4 <= image.length ? 2 + image.readUInt16BE(at + 2) : marker === 0xff ? 1 : 2;
  }
}

/** An EXIF segment with the orientation alone, if there is one. */
function orientationOf(segment: Buffer): Buffer[] {
  if (segment.toString("latin1", 4, 8) !== "Exif" || segment.length < 20) return [];
  const tiff = segment.subarray(10);
  const isLittle = tiff.toString("latin1", 0, 2) === "II";
  const word = (at: number) => (at + 2 > tiff.length ? 0 : isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  const first = tiff.length < 8 ? 0 : isLittle ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4);
  for (let entry = 0; entry < Math.min(word(first), 200); entry++) {
    const at = first + 2 + entry * 12;
    if (word(at) !== 0x0112) continue;
    const value = word(at + 8);
    if (value < 2 || value > 8) return [];
    const head = [0xff, 0xe1, 0, 34, 0x45, 0x78, 0x69, 0x66, 0, 0, 0x4d, 0x4d, 0, 42, 0, 0, 0, 8, 0, 1];
    return [Buffer.from([...head, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, value, 0, 0, 0, 0, 0, 0])];
  }
  return [];
}

/** The chunks that say how to show a PNG. Every decoder needs some others; programs add more, of any content. */
const PNG_SHOWN: ReadonlySet<string> = new Set(
  "tRNS gAMA cHRM sRGB iCCP sBIT bKGD hIST pHYs sPLT cICP mDCV cLLI acTL fcTL fdAT".split(" "),
);

/** Chunks of length, name, data and checksum (PNG, third edition, §5); what follows the last one is dropped. */
function plainPng(data: Buffer): Buffer {
  const kept: Buffer[] = [data.subarray(0, 8)];
  for (let at = 8; at + 12 <= data.length; ) {
    const end = at + 12 + data.readUInt32BE(at);
    const name = data.toString("latin1", at + 4, at + 8);
    if (/^[A-Z]/.test(name) || PNG_SHOWN.has(name)) kept.push(data.subarray(at, Math.min(end, data.length)));
    if (name === "IEND") break;
    at = end;
  }
  return Buffer.concat(kept);
}

const WEBP_SHOWN: ReadonlySet<string> = new Set(["VP8 ", "VP8L", "VP8X", "ALPH", "ANIM", "ANMF", "ICCP"]);

/** Chunks of RIFF, padded to even lengths; the flags of VP8X say that EXIF and XMP follow. */
function plainWebp(data: Buffer): Buffer {
  const kept: Buffer[] = [];
  for (let at = 12; at + 8 <= data.length; ) {
    const size = data.readUInt32LE(at + 4);
    const end = at + 8 + size + (size & 1);
    const name = data.toString("latin1", at, at + 4);
    const chunk = Buffer.from(data.subarray(at, Math.min(end, data.length)));
    if (name === "VP8X" && chunk.length > 8) chunk[8] = (chunk[8] ?? 0) & ~0b1100;
    if (WEBP_SHOWN.has(name)) kept.push(chunk);
    at = end;
  }
  const body = Buffer.concat(kept);
  const head = Buffer.from(data.subarray(0, 12));
  head.writeUInt32LE(body.length + 4, 4);
  return Buffer.concat([head, body]);
}

/** Blocks up to the trailer, without comments and XMP (GIF89a, §17 to §27); what follows the trailer is dropped. */
function plainGif(data: Buffer): Buffer {
  const tableAt = (at: number, flags: number) => at + ((flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1));
  /** Behind blocks that begin with their length, up to an empty one. */
  const behindBlocks = (from: number): number => {
    let at = from;
    while (at < data.length && data[at] !== 0) at += 1 + (data[at] ?? 0);
    return at + 1;
  };
  const first = tableAt(13, data[10] ?? 0);
  const kept: Buffer[] = [data.subarray(0, first)];
  for (let at = first; at < data.length; ) {
    const kind = data[at];
    const isExtension = kind === 0x21;
    if (kind === 0x3b || (!isExtension && kind !== 0x2c)) {
      kept.push(data.subarray(at, at + 1));
      break;
    }
    const end = behindBlocks(isExtension ? at + 2 : tableAt(at + 10, data[at + 9] ?? 0) + 1);
    const isText = isExtension && (data[at + 1] === 0xfe || data.toString("latin1", at + 3, at + 11) === "XMP Data");
    if (!isText) kept.push(data.subarray(at, end));
    at = end;
  }
  return Buffer.concat(kept);
}
