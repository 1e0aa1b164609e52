import { describe, it, onTestFinished } from "vitest";
import type { Storage } from "../../storage/internal.ts";
import { type Place, storageChecks } from "../../storage/testing/index.ts";

/** Runs every check of the storage port against an adapter, each in a place of its own. */
export function storageSuite(adapter: string, newPlace: () => Promise<Place>): void {
  describe(`${adapter} as a storage`, () => {
    for (const { name, run } of storageChecks) it(name, async () => run(closing(await newPlace())));
  });
}

/** The same place; a failed check leaves none of its storages open. */
function closing(place: Place): Place {
  const made: Storage[] = [];
  onTestFinished(async () => {
    for (const storage of made) await storage.close();
  });
  return {
    storage() {
      const storage = place.storage();
      made.push(storage);
      return storage;
    },
  };
}
