import type { FileSystem, OpenFile } from "../../files/file-system.ts";
import { unreadable } from "./maintenance/damage.ts";

/** Awaits a read; its failure becomes a StorageError that names the file. */
export async function readingFrom<T>(path: string, reading: Promise<T>): Promise<T> {
  try {
    return await reading;
  } catch (error) {
    throw unreadable(path, error);
  }
}

/** The same for a file that is read piece by piece while it is open. */
export async function* piecesFrom<T>(
  files: FileSystem,
  path: string,
  read: (file: OpenFile) => AsyncIterable<T>,
): AsyncGenerator<T> {
  let file: OpenFile | null = null;
  try {
    file = await files.open(path, "read");
    yield* read(file);
  } catch (error) {
    throw unreadable(path, error);
  } finally {
    await file?.close();
  }
}
