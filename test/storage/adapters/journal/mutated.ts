import { crc32 } from "node:zlib";
import { crcText, FRAME_LENGTH, statedCrc } from "../../../../storage/adapters/journal/records/frame.ts";
import type { FileSystem, OpenFile } from "../../../../storage/internal.ts";
import type { Random } from "../../../support/random.ts";
import type { SimulatedDisk } from "../../../support/storage/simulated-disk.ts";

/** Numbers that a length, a position or a count may be replaced by. */
const NUMBERS = ["-1", "0", "1e308", "4294967295", "9007199254740993", "0.5", "99999999999999999999"];
const TEXTS = ["null", "[]", "{}", '"__proto__"', "[[[[[[[[", "\u0000", '"\ud800"', "true"];

/** Damages one file of a disk at random, and sometimes puts the checksums right again, as someone might on purpose. */
export function mutate(disk: SimulatedDisk, random: Random): void {
  const path = random.one(disk.paths());
  let bytes: Buffer = Buffer.from(disk.content(path));
  for (let times = 1 + random.below(3); times > 0; times -= 1) bytes = mutated(bytes, random);
  disk.overwrite(path, random.chance(2) ? withChecksums(bytes) : bytes);
}

function mutated(bytes: Buffer, random: Random): Buffer {
  const at = random.below(bytes.length + 1);
  const until = Math.min(bytes.length, at + random.below(200));
  switch (random.below(6)) {
    case 0: {
      const flipped = Buffer.from(bytes);
      flipped[at] = (flipped[at] ?? 0) ^ (1 << random.below(8));
      return flipped;
    }
    case 1:
      return bytes.subarray(0, at);
    case 2:
      return Buffer.concat([bytes.subarray(0, at), bytes.subarray(until)]);
    case 3:
      return Buffer.concat([bytes.subarray(0, until), bytes.subarray(at)]);
    case 4:
      return replaced(bytes, /-?\d+/g, NUMBERS, random);
    default:
      return replaced(bytes, /"[^"]*"|\d+|\[|\{/g, TEXTS, random);
  }
}

/** One match of a pattern, at random, becomes something else. */
function replaced(bytes: Buffer, pattern: RegExp, by: readonly string[], random: Random): Buffer {
  const text = bytes.toString("latin1");
  const found = [...text.matchAll(pattern)];
  if (found.length === 0) return bytes;
  const { index, 0: match } = random.one(found);
  return Buffer.from(text.slice(0, index) + random.one(by) + text.slice(index + match.length), "latin1");
}

/** Each framed line with the checksum that it should state, and the end of a checkpoint with the right length. */
function withChecksums(bytes: Buffer): Buffer {
  let crc = 0;
  let size = 0;
  const right = linesOf(bytes).map((line) => {
    if (statedCrc(line) === null) {
      crc = crc32(line, crc);
      size += line.length;
      return line;
    }
    const rest = line.toString("latin1", FRAME_LENGTH).replace(/"bytes":\d+\}/, `"bytes":${size}}`);
    crc = crc32(Buffer.from(rest.trimEnd(), "latin1"), crc);
    return Buffer.from(`{"crc":"${crcText(crc)}",${rest}`, "latin1");
  });
  return Buffer.concat(right);
}

/** Each with its newline, but perhaps for the last. */
function linesOf(bytes: Buffer): readonly Buffer[] {
  const lines: Buffer[] = [];
  for (let from = 0; from < bytes.length; ) {
    const until = bytes.indexOf("\n", from) + 1 || bytes.length;
    lines.push(bytes.subarray(from, until));
    from = until;
  }
  return lines;
}

/** Files that refuse reads of much more at once than they hold. */
export function withoutLongReads(files: FileSystem, chunk: number): FileSystem {
  return {
    makeFolder: (path) => files.makeFolder(path),
    identityOf: (folder) => files.identityOf(folder),
    realPath: (path) => files.realPath(path),
    list: (path) => files.list(path),
    rename: (from, to) => files.rename(from, to),
    remove: (path) => files.remove(path),
    syncFolder: (path) => files.syncFolder(path),
    lock: (folder, name) => files.lock(folder, name),
    lockFile: (path) => files.lockFile(path),
    open: async (path, mode) => limited(await files.open(path, mode), chunk),
  };
}

function limited(file: OpenFile, chunk: number): OpenFile {
  return {
    ...file,
    read: async (at, length) => {
      const most = Math.max(chunk, 2 * (await file.size()));
      if (!(length <= most && at >= 0)) throw new Error(`${length} bytes are asked for at ${at}, and ${most} at most`);
      return file.read(at, length);
    },
  };
}
