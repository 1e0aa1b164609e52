import { StorageError } from "../error.ts";
import type { Position, Storage } from "../port.ts";
import { loadContent } from "../recovery/load.ts";

/**
 * Reads a whole log: the newest snapshot, and every entry that is not forgotten, also before the snapshot. Gives the
 * position of the last one. Opens and closes the storage.
 *
 * @throws StorageError `damaged` or `diverged` where something is missing or has changed.
 */
export async function checkLog(storage: Storage): Promise<Position> {
  const { oldest } = await storage.open();
  try {
    const { head } = await loadContent(storage);
    let last = oldest === 0 ? 0 : oldest - 1;
    for await (const entries of storage.read(last + 1)) {
      for (const { position } of entries) {
        if (position !== last + 1) throw new StorageError("damaged", `Position ${position} comes after ${last}`);
        last = position;
      }
    }
    return Math.max(head, last);
  } finally {
    await storage.close();
  }
}
