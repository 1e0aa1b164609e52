import { type FileHandle, open } from "node:fs/promises";
import { promisify } from "node:util";
import { inflateRaw } from "node:zlib";
import { reasonOf } from "../../../storage/core.ts";
import { TwinError } from "../twin-error.ts";

const inflate = promisify(inflateRaw);

const END = 0x06054b50;
const CENTRAL = 0x02014b50;
/** Bytes of the record at the end, and the longest comment behind it. */
const END_BYTES = 22;
const COMMENT_BYTES = 65_535;
const MOST_BYTES = 512 * 1_048_576;

/**
 * The text of the first file in a ZIP whose name fits (APPNOTE 6.3, §4.3: by the central directory).
 *
 * @throws TwinError for a file that is none, is damaged, or holds too much (rejected).
 */
export async function zipEntry(path: string, isWanted: (name: string) => boolean): Promise<string> {
  const file = await open(path);
  try {
    return await textIn(path, file, isWanted);
  } catch (error) {
    if (error instanceof TwinError) throw error;
    throw new TwinError(`${path} is no ZIP that can be read: ${reasonOf(error)}`);
  } finally {
    await file.close();
  }
}

async function textIn(path: string, file: FileHandle, isWanted: (name: string) => boolean): Promise<string> {
  const { size } = await file.stat();
  const tail = await part(
    file,
    Math.max(0, size - END_BYTES - COMMENT_BYTES),
    Math.min(size, END_BYTES + COMMENT_BYTES),
  );
  let end = tail.length - END_BYTES;
  while (end >= 0 && tail.readUInt32LE(end) !== END) end--;
  if (end < 0) throw new TwinError(`${path} is no ZIP, or is cut off`);
  const directory = await part(file, tail.readUInt32LE(end + 16), tail.readUInt32LE(end + 12));
  for (let at = 0; at + 46 <= directory.length && directory.readUInt32LE(at) === CENTRAL; ) {
    const [nameLength, extra, comment] = [28, 30, 32].map((offset) => directory.readUInt16LE(at + offset));
    const found = directory.toString("utf8", at + 46, at + 46 + (nameLength ?? 0));
    if (isWanted(found)) return await fileAt(path, file, directory.subarray(at));
    at += 46 + (nameLength ?? 0) + (extra ?? 0) + (comment ?? 0);
  }
  throw new TwinError(`${path} holds no .har`);
}

async function fileAt(path: string, file: FileHandle, entry: Buffer): Promise<string> {
  const method = entry.readUInt16LE(10);
  const [packed, whole, offset] = [20, 24, 42].map((at) => entry.readUInt32LE(at)) as [number, number, number];
  if (whole > MOST_BYTES) throw new TwinError(`${path} holds a HAR of more than ${MOST_BYTES} bytes`);
  const head = await part(file, offset, 30);
  const bytes = await part(file, offset + 30 + head.readUInt16LE(26) + head.readUInt16LE(28), packed);
  if (method === 0) return bytes.toString("utf8");
  if (method !== 8) throw new TwinError(`${path} is packed by method ${method}: deflate is read`);
  return (await inflate(bytes, { maxOutputLength: MOST_BYTES })).toString("utf8");
}

/** The file says how long it is: there is no more of it than the file has. */
async function part(file: FileHandle, position: number, asked: number): Promise<Buffer> {
  const { size } = await file.stat();
  const length = Math.max(0, Math.min(asked, size - position));
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position);
  return buffer.subarray(0, bytesRead);
}
