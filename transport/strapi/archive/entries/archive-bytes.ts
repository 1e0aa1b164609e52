import { createDecipheriv, scryptSync } from "node:crypto";
import { createReadStream } from "node:fs";
import { type Duplex, pipeline, Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { invariant } from "../../../../engine/internal.ts";
import { isError } from "../../../../storage/core.ts";
import { EntryFault, type FoundEntry } from "./archive-entry.ts";
import type { ArchiveLimits } from "./limits.ts";

/**
 * An archive on disk: `.tar` or `.tar.gz`, followed by `.enc` if it is encrypted; or the folder that it was unpacked to; or
 * one in memory.
 */
export interface ArchiveFile {
  /** In memory: its name in messages. */
  readonly path: string;
  /** The entries of an archive in memory, from the first on at each call. */
  readonly entries?: () => AsyncIterable<FoundEntry>;
  /** Required if the name ends with `.enc`. */
  readonly key?: string | undefined;
}

type Bytes = AsyncIterable<Buffer>;

/**
 * The tar inside an archive: decrypted if its name ends with `.enc`, unpacked if it has gzip's signature.
 *
 * @throws EntryFault for a missing or wrong key, damage, and an archive that unpacks to too much.
 */
export async function* archiveBytes({ path, key }: ArchiveFile, limits: ArchiveLimits): AsyncGenerator<Buffer> {
  const packed = { bytes: 0 };
  const isEncrypted = path.endsWith(".enc");
  if (isEncrypted && key === undefined) throw new EntryFault("is encrypted: it needs its key (--key)");
  const read = buffersOf(createReadStream(path), (length) => {
    packed.bytes += length;
  });
  const plain = isEncrypted && key !== undefined ? decrypted(read, key) : read;
  let unpacked = 0;
  for await (const chunk of unzipped(plain, isEncrypted)) {
    unpacked += chunk.length;
    if (unpacked > limits.freeBytes && unpacked > limits.ratio * packed.bytes)
      throw new EntryFault(`unpacks to more than ${limits.ratio} times its size`);
    yield chunk;
  }
}

/** Derives the key of an archive from the passphrase (projects, §4). */
export function archiveKey(password: string): Buffer {
  return scryptSync(password, "", 16);
}

/** Strapi's choice: AES in ECB mode. */
export const CIPHER = "aes-128-ecb";

/** The chunks of a stream; `see` is called with the length of each. */
export async function* buffersOf(
  stream: AsyncIterable<unknown>,
  see: (length: number) => void = () => {},
): AsyncGenerator<Buffer> {
  for await (const chunk of stream) {
    invariant(Buffer.isBuffer(chunk), "a stream of bytes gives bytes");
    see(chunk.length);
    yield chunk;
  }
}

const WRONG_KEY = "cannot be decrypted: the key is wrong, or the file is damaged";

function decrypted(bytes: Bytes, password: string): AsyncGenerator<Buffer> {
  return through(bytes, createDecipheriv(CIPHER, archiveKey(password), null), () => WRONG_KEY);
}

async function* unzipped(bytes: Bytes, isEncrypted: boolean): AsyncGenerator<Buffer> {
  const chunks = bytes[Symbol.asyncIterator]();
  const first = await chunks.next();
  if (first.done === true) throw new EntryFault("is empty");
  const all = startingWith(first.value, chunks);
  if (first.value[0] === 0x1f && first.value[1] === 0x8b)
    yield* through(all, createGunzip(), (reason) => `is damaged or cut off: ${reason}`);
  else if (isEncrypted && !looksLikeTar(first.value)) throw new EntryFault(WRONG_KEY);
  else yield* all;
}

/** Every tar written today has this signature in its first header. */
function looksLikeTar(start: Buffer): boolean {
  return start.length < 262 || start.toString("latin1", 257, 262) === "ustar";
}

async function* startingWith(first: Buffer, rest: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  try {
    yield first;
    for (let next = await rest.next(); next.done !== true; next = await rest.next()) yield next.value;
  } finally {
    await rest.return?.();
  }
}

/** The output of a transform; its own failures are faults in the words of `describe`, failures of its source are passed on. */
export async function* through(
  bytes: Bytes,
  transform: Duplex,
  describe?: (reason: string) => string,
): AsyncGenerator<Buffer> {
  // Failures of either side are thrown by the iteration below.
  pipeline(Readable.from(bytes), transform, () => {});
  try {
    yield* buffersOf(transform);
  } catch (error) {
    if (describe !== undefined && isError(error) && !isOfTheSource(error))
      throw new EntryFault(describe(error.message));
    throw error;
  }
}

function isOfTheSource(error: Error): boolean {
  return error instanceof EntryFault || "syscall" in error;
}
