import { randomBytes } from "node:crypto";
import { basename, dirname, join } from "node:path";
import { errorCode, reasonOf, StorageError } from "../error.ts";
import type { FileSystem, OpenFile } from "./file-system.ts";

const ASIDE = ".tmp";
const CHUNK = 1 << 20;

/** Makes a folder and those above it that are missing, for their owner only, and makes them last. */
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

/** The whole file, or null when there is none. */
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
    if (taken === 0) throw new Error("the system takes no more bytes");
    written += taken;
  }
}

/**
 * Puts a new file in the place of an old one: at every moment, also after a power cut, the path names one of the two,
 * whole. Written aside under a name of its own, synced, renamed, and the folder synced. The new file may be used by whom
 * the old one could be used by, and by its owner only when there was none. A symbolic link would be replaced itself: give
 * its `realPath`.
 *
 * @throws what a step before the renaming throws: the old file is still there. StorageError `outcome-unknown` after it.
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

/** Gives a written file its name; `replaceFile` says what holds then. On failure it is removed. */
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

/** Whether `replaceFile` with so many bytes would succeed; gives why not, or null. Leaves nothing behind. */
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

/** A name for a file that is to take the place of another. */
export function asideOf(path: string): string {
  return `${path}.${randomBytes(6).toString("hex")}${ASIDE}`;
}

/** Removes what interrupted replacements of a file left behind. Only for who holds the lock. */
export async function removeAsides(files: FileSystem, path: string): Promise<void> {
  const folder = dirname(path);
  for (const name of await files.list(folder)) {
    if (name.startsWith(`${basename(path)}.`) && name.endsWith(ASIDE)) await files.remove(join(folder, name));
  }
}

/** Writes and syncs a file that must not exist, with the mode of the one that is `like` it. Gives its size. */
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
