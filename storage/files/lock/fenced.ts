import { but } from "../but.ts";
import type { FileSystem } from "../file-system.ts";
import type { FolderLock } from "./lock.ts";

/**
 * The same files for the holder of a lock: a file gets a name only while the lock is held. Files are written aside and
 * renamed, and whoever takes the lock over removes the files aside before it reads. So of a holder that was judged dead
 * and goes on, each rename either precedes what its successor reads, or fails: its lock is gone when it looks, or else the
 * file aside, which was there before it looked.
 */
export function fenced(files: FileSystem, lock: FolderLock): FileSystem {
  return but(files, {
    rename: async (from, to) => {
      await lock.assertHeld();
      await files.rename(from, to);
    },
  });
}
