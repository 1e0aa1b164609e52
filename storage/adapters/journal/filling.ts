import { join } from "node:path";
import { StorageError } from "../../error.ts";
import type { FileSystem } from "../../files/file-system.ts";
import { replaceFile } from "../../files/files.ts";
import { UNFINISHED } from "./names.ts";

/** Marks a folder as unfinished: until the returned function has run, it does not open as a journal. */
export async function beginFilling(files: FileSystem, folder: string): Promise<() => Promise<void>> {
  const path = join(folder, UNFINISHED);
  await replaceFile(files, path, []);
  return async () => {
    await files.remove(path);
    await files.syncFolder(folder);
  };
}

/** @throws StorageError `damaged` if what fills the folder was interrupted. */
export async function assertFilled(files: FileSystem, folder: string): Promise<void> {
  if (!(await files.list(folder)).includes(UNFINISHED)) return;
  const advice = "remove the folder, and copy again";
  throw new StorageError("damaged", `${folder} holds a copy that was interrupted: ${advice}`, { folder });
}
