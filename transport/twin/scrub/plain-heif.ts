/**
 * The bytes of an AVIF or HEIC picture whose items of EXIF and XMP are zeros (ISO/IEC 23008-12, §6; 14496-12, §8.11): all
 * others stay where they are. Null for other bytes.
 */
export function plainHeif(data: Buffer): Buffer | null {
  const [first] = boxesIn(data, 0, data.length);
  if (first?.type !== "ftyp" || !/^(?:avi[fs]|hei[cxms]|hev[cx]|mif1|msf1)/.test(data.toString("latin1", 8, 12)))
    return null;
  const plain = Buffer.from(data);
  for (const { type, start, end } of boxesIn(data, 0, data.length)) {
    // XMP of programs, by a number of their own.
    if (type === "uuid") plain.fill(0, start, end);
    if (type === "meta") zeroItems(plain, [...boxesIn(data, start + 4, end)]);
  }
  return plain;
}

interface Box {
  readonly type: string;
  /** Of its content. */
  readonly start: number;
  readonly end: number;
}

function* boxesIn(data: Buffer, from: number, to: number): Generator<Box> {
  for (let at = from; at + 8 <= to; ) {
    const short = data.readUInt32BE(at);
    const isLong = short === 1 && at + 16 <= to;
    const size = isLong ? Number(data.readBigUInt64BE(at + 8)) : short === 0 ? to - at : short;
    const end = at + size;
    if (size < 8 || end > to) return;
    yield { type: data.toString("latin1", at + 4, at + 8), start: at + (isLong ? 16 : 8), end };
    at = end;
  }
}

function zeroItems(data: Buffer, boxes: readonly Box[]): void {
  const [info, places, inner] = ["iinf", "iloc", "idat"].map((type) => boxes.find((box) => box.type === type));
  if (info === undefined || places === undefined) return;
  const hidden = new Set(metadataItems(data, info));
  for (const { item, start, length, isInner } of extentsIn(data, places)) {
    const base = isInner ? (inner?.start ?? data.length) : 0;
    if (hidden.has(item) && base + start < data.length)
      data.fill(0, base + start, Math.min(data.length, base + start + length));
  }
}

function* metadataItems(data: Buffer, { start, end }: Box): Generator<number> {
  const entries = start + (data[start] === 0 ? 6 : 8);
  for (const { type, start: at, end: last } of boxesIn(data, entries, end)) {
    const isLong = data[at] === 3;
    if (type !== "infe" || (data[at] ?? 0) < 2 || at + (isLong ? 14 : 12) > last) continue;
    const kind = data.toString("latin1", at + (isLong ? 10 : 8), at + (isLong ? 14 : 12));
    if (kind === "Exif" || kind === "mime") yield isLong ? data.readUInt32BE(at + 4) : data.readUInt16BE(at + 4);
  }
}

interface Extent {
  readonly item: number;
  readonly start: number;
  readonly length: number;
  /** Counted from the beginning of `idat`, not of the file. */
  readonly isInner: boolean;
}

function* extentsIn(data: Buffer, { start, end }: Box): Generator<Extent> {
  let at = start + 4;
  const take = (bytes: number): number => {
    const value =
      bytes === 0 || at + bytes > end ? 0 : bytes === 8 ? Number(data.readBigUInt64BE(at)) : data.readUIntBE(at, bytes);
    at += bytes;
    return value;
  };
  const version = data[start] ?? 0;
  const [sizes, more] = [take(1), take(1)];
  const count = take(version < 2 ? 2 : 4);
  for (let number = 0; number < count && at < end; number++) {
    const item = take(version < 2 ? 2 : 4);
    const isInner = version > 0 && (take(2) & 15) === 1;
    take(2);
    const base = take(more >> 4);
    const extents = take(2);
    for (let each = 0; each < extents && at < end; each++) {
      if (version > 0) take(more & 15);
      const offset = take(sizes >> 4);
      const length = take(sizes & 15);
      // An item of one extent may leave its length out.
      yield { item, start: base + offset, length: length === 0 ? data.length : length, isInner };
    }
  }
}
