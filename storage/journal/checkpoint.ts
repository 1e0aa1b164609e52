import { crc32 } from "node:zlib";
import { decode, unknownFormat } from "../codec.ts";
import { StorageError } from "../error.ts";
import type { FileSystem, OpenFile } from "../file-system.ts";
import { replaceFile } from "../files.ts";
import type { Position } from "../port.ts";
import { oneOf, record } from "../shape.ts";
import { natural, positive, text } from "../shapes.ts";
import { type Crc, checkedCrc, frame } from "./frame.ts";
import { JOURNAL_FORMAT } from "./names.ts";

/** The first line of a checkpoint. Then come the snapshot's own bytes, and a last line with their number. */
interface CheckpointHead {
  readonly galley: "checkpoint";
  readonly format: number;
  readonly log: string;
  readonly at: Position;
}

const headShape = record<{ readonly crc: string } & CheckpointHead>({
  crc: text,
  galley: oneOf("checkpoint"),
  format: positive,
  log: text,
  at: positive,
});
const endShape = record<{ readonly crc: string; readonly bytes: number }>({ crc: text, bytes: natural });

const NEWLINE = 0x0a;
const CHUNK = 1 << 20;
/** Longer than any first or last line. */
const EDGE = 4096;

/** Where the snapshot stands in a checkpoint file. */
export interface CheckpointScan {
  readonly at: Position;
  readonly log: string;
  readonly from: number;
  readonly until: number;
}

/** Writes a checkpoint: it has its name only when it is whole and durable. Gives its size. */
export async function writeCheckpoint(
  files: FileSystem,
  path: string,
  { log, at }: Pick<CheckpointHead, "log" | "at">,
  snapshot: AsyncIterable<Uint8Array>,
): Promise<number> {
  let size = 0;
  async function* lines(): AsyncGenerator<Uint8Array> {
    const head = frame({ galley: "checkpoint", format: JOURNAL_FORMAT, log, at } satisfies CheckpointHead, 0);
    yield Buffer.from(head.line);
    let { crc } = head;
    for await (const chunk of snapshot) {
      crc = crc32(chunk, crc);
      size += chunk.byteLength;
      yield chunk;
    }
    yield Buffer.from(frame({ bytes: size }, crc).line);
  }
  await replaceFile(files, path, lines());
  return size;
}

/**
 * Checks a checkpoint from its first byte to its last.
 *
 * @throws StorageError `damaged` or, for one of another version, `invalid`.
 */
export async function scanCheckpoint(file: OpenFile): Promise<CheckpointScan> {
  const size = await file.size();
  const start = Buffer.from(await file.read(0, Math.min(EDGE, size)));
  const from = start.indexOf(NEWLINE) + 1;
  const first = start.subarray(0, Math.max(0, from - 1));
  const crc = checkedCrc(first, 0);
  if (crc === null) throw notWhole("its first line");
  const head = decode(headShape, JSON.parse(first.toString()), "first line");
  if (head.format !== JOURNAL_FORMAT) throw unknownFormat("checkpoint", head.format);

  const edge = Math.max(from, size - EDGE);
  const end = Buffer.from(await file.read(edge, size - edge));
  const begin = end.length < 2 ? 0 : end.lastIndexOf(NEWLINE, end.length - 2) + 1;
  const until = edge + begin;
  const last = end.subarray(begin, -1);
  if (end.at(-1) !== NEWLINE || checkedCrc(last, await countRange(file, from, until, crc)) === null) {
    throw notWhole("its content");
  }
  const { bytes } = decode(endShape, JSON.parse(last.toString()), "last line");
  if (bytes !== until - from) throw notWhole("its length");
  return { at: head.at, log: head.log, from, until };
}

/**
 * The snapshot in a checkpoint, from the moment it is asked for.
 *
 * @throws as `scanCheckpoint` does, before the first byte.
 */
export async function* readCheckpoint(files: FileSystem, path: string): AsyncGenerator<Uint8Array> {
  const file = await files.open(path, "read");
  try {
    const { from, until } = await scanCheckpoint(file);
    yield* readRange(file, from, until);
  } finally {
    await file.close();
  }
}

async function countRange(file: OpenFile, from: number, until: number, seed: Crc): Promise<Crc> {
  let crc = seed;
  for await (const chunk of readRange(file, from, until)) crc = crc32(chunk, crc);
  return crc;
}

async function* readRange(file: OpenFile, from: number, until: number): AsyncGenerator<Uint8Array> {
  for (let at = from; at < until; at += CHUNK) yield await file.read(at, Math.min(CHUNK, until - at));
}

function notWhole(what: string): StorageError {
  return new StorageError("damaged", `${what} is not what was written`);
}
