import { randomBytes } from "node:crypto";
import { basename, dirname, join } from "node:path";
import { errorCode, reasonOf, StorageError } from "../error.ts";
import type { FileSystem, OpenFile } from "./file-system.ts";

const ASIDE = ".tmp";
const CHUNK = 1 << 20;

/** Creates a folder and its missing parents, for their owner only, and makes them durable. */
export async function makeFolders(files: FileSystem, path: string): Promise<void> {
  const parent = dirname(path);
  try {
    if (!(await files.makeFolder(path))) return;
  } catch (error) {
    if (errorCode(error) !== "ENOENT" || parent === path) throw error;
    await makeFolders(files, parent);
    await files.makeFolder(path);
  }
  await files.syncFolder(parent);
}

/** The whole file, or null if there is none. */
export async function readWhole(files: FileSystem, path: string): Promise<Uint8Array | null> {
  let file: OpenFile;
  try {
    file = await files.open(path, "read");
  } catch (error) {
    if (errorCode(error) === "ENOENT") return null;
    throw error;
  }
  try {
    return await file.read(0, await file.size());
  } finally {
    await file.close();
  }
}

/** Writes all the bytes, however many the system takes at a time. */
export async function writeAll(file: OpenFile, bytes: Uint8Array, at: number): Promise<void> {
  let written = 0;
  while (written < bytes.byteLength) {
    const taken = await file.write(bytes.subarray(written), at + written);
    if (taken === 0) throw new Error("the system accepts no more bytes");
    written += taken;
  }
}

/**
 * Replaces a file atomically: at every moment, also after a power cut, the path names either the old or the new file,
 * whole. Written aside under a temporary name, synced, renamed, and the folder synced. The new file gets the old one's
 * owner and mode; without an old one, only its owner may use it. A symbolic link would be replaced itself: pass its
 * `realPath`.
 *
 * @throws what a step before the rename throws: the old file is still there. StorageError `outcome-unknown` after it.
 */
export async function replaceFile(
  files: FileSystem,
  path: string,
  chunks: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
): Promise<void> {
  const aside = asideOf(path);
  try {
    await writeNew(files, aside, path, chunks);
  } catch (error) {
    await files.remove(aside).catch(() => {});
    throw error;
  }
  await moveInto(files, aside, path);
}

/** Gives a written file its name, with the guarantees of `replaceFile`. On failure it is removed. */
export async function moveInto(files: FileSystem, aside: string, path: string): Promise<void> {
  try {
    await files.rename(aside, path);
  } catch (error) {
    await files.remove(aside).catch(() => {});
    throw error;
  }
  try {
    await files.syncFolder(dirname(path));
  } catch (error) {
    throw new StorageError("outcome-unknown", `The rename may not be durable: ${reasonOf(error)}`);
  }
}

/** Whether `replaceFile` with so many bytes would succeed; returns why not, or null. Leaves nothing behind. */
export async function probeReplacing(files: FileSystem, path: string, length: number): Promise<string | null> {
  const aside = asideOf(path);
  try {
    await writeNew(files, aside, path, chunksOf(length));
    return null;
  } catch (error) {
    return reasonOf(error);
  } finally {
    await files.remove(aside).catch(() => {});
  }
}

function* chunksOf(length: number): Generator<Uint8Array> {
  const chunk = Buffer.alloc(Math.min(length, CHUNK));
  for (let at = 0; at < length; at += CHUNK) yield chunk.subarray(0, length - at);
}

/** A temporary name for a file that is to replace another. */
export function asideOf(path: string): string {
  return `${path}.${randomBytes(6).toString("hex")}${ASIDE}`;
}

/**
 * Removes what interrupted replacements of a file left behind. Only for the holder of the lock, which must not read the file
 * before: a holder that it has taken the lock over from may be about to replace it, and now cannot.
 */
export async function removeAsides(files: FileSystem, path: string): Promise<void> {
  const folder = dirname(path);
  for (const name of await files.list(folder)) {
    if (!name.startsWith(`${basename(path)}.`) || !name.endsWith(ASIDE)) continue;
    await files.remove(join(folder, name)).catch((error: unknown) => {
      if (errorCode(error) !== "ENOENT") throw error;
    });
  }
}

/** Writes and syncs a file that must not exist, with the mode of the one that is `like` it. Returns its size. */
export async function writeNew(
  files: FileSystem,
  path: string,
  like: string,
  chunks: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
): Promise<number> {
  const file = await files.open(path, "create", like);
  try {
    let at = 0;
    for await (const chunk of chunks) {
      await writeAll(file, chunk, at);
      at += chunk.byteLength;
    }
    await file.sync();
    return at;
  } finally {
    await file.close();
  }
}
