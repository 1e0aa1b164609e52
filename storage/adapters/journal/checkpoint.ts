import { crc32 } from "node:zlib";
import { StorageError } from "../../error.ts";
import type { FileSystem, OpenFile } from "../../files/file-system.ts";
import { replaceFile } from "../../files/files.ts";
import type { Position } from "../../port.ts";
import { decode, unknownFormat } from "../../shapes/decode.ts";
import { oneOf, record } from "../../shapes/shape.ts";
import { natural, positive, text } from "../../shapes/shapes.ts";
import { JOURNAL_FORMAT } from "./names.ts";
import { piecesFrom } from "./read-file.ts";
import { type Crc, checkedCrc, frame } from "./records/frame.ts";

/** The first line of a checkpoint. After it come the bytes of the snapshot, and a last line with their number. */
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
/** More bytes than any first or last line has. */
const EDGE = 4096;

/** Where the snapshot is in a checkpoint file. */
export interface CheckpointScan {
  readonly at: Position;
  readonly log: string;
  readonly from: number;
  readonly until: number;
}

/** Writes a checkpoint and returns its size. The file gets its name only when it is whole and durable. */
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
  const edges = await readEdges(file);
  for await (const _ of readSnapshot(file, edges));
  return edges;
}

/**
 * Reads the snapshot in a checkpoint, starting when the generator is first advanced.
 *
 * @throws as `scanCheckpoint` does, for a fault in the content only after its last byte; `unreadable`.
 */
export function readCheckpoint(files: FileSystem, path: string): AsyncGenerator<Uint8Array> {
  return piecesFrom(files, path, async function* (file) {
    yield* readSnapshot(file, await readEdges(file));
  });
}

/** A checkpoint as its first and last line describe it. */
interface Edges extends CheckpointScan {
  /** Checksum of the first line. */
  readonly crc: Crc;
  readonly lastLine: Buffer;
}

async function readEdges(file: OpenFile): Promise<Edges> {
  const size = await file.size();
  const start = Buffer.from(await file.read(0, Math.min(EDGE, size)));
  const from = start.indexOf(NEWLINE) + 1;
  const first = start.subarray(0, Math.max(0, from - 1));
  const crc = checkedCrc(first, 0);
  if (crc === null) throw notWhole("its first line");
  const { format, at, log } = decode(headShape, JSON.parse(first.toString()), "first line");
  if (format !== JOURNAL_FORMAT) throw unknownFormat("checkpoint", format, JOURNAL_FORMAT);

  const edge = Math.max(from, size - EDGE);
  const end = Buffer.from(await file.read(edge, size - edge));
  const begin = end.length < 2 ? 0 : end.lastIndexOf(NEWLINE, end.length - 2) + 1;
  if (end.at(-1) !== NEWLINE) throw notWhole("its last line");
  return { at, log, from, until: edge + begin, crc, lastLine: end.subarray(begin, -1) };
}

/** Reads the bytes between the edges. The next chunk is read while the one before is used. */
async function* readSnapshot(file: OpenFile, { from, until, crc: seed, lastLine }: Edges): AsyncGenerator<Uint8Array> {
  const read = (at: number) => file.read(at, Math.min(CHUNK, until - at));
  let crc = seed;
  let next = read(from);
  for (let at = from; at < until; ) {
    const chunk = await next;
    if (chunk.byteLength === 0) throw notWhole("its length");
    at += chunk.byteLength;
    next = read(at);
    // Awaited in the next iteration; until then, a failure must not count as an unhandled rejection.
    next.catch(() => {});
    crc = crc32(chunk, crc);
    yield chunk;
  }
  if (checkedCrc(lastLine, crc) === null) throw notWhole("its content");
  const { bytes } = decode(endShape, JSON.parse(lastLine.toString()), "last line");
  if (bytes !== until - from) throw notWhole("its length");
}

function notWhole(what: string): StorageError {
  return new StorageError("damaged", `${what} is not what was written`);
}
