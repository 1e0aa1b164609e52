import { describe, it, onTestFinished } from "vitest";
import type { Storage } from "../../storage/internal.ts";
import { type Place, type StorageCheck, sharingChecks, storageChecks } from "../../storage/testing/index.ts";

/** Runs every check of the storage port against an adapter, each in a place of its own. */
export function storageSuite(adapter: string, newPlace: () => Promise<Place>): void {
  describe(`${adapter} as a storage`, () => each(storageChecks, newPlace));
}

/** The same, and every check of what nodes that share it rely on. */
export function sharedStorageSuite(adapter: string, newPlace: () => Promise<Place>): void {
  storageSuite(adapter, newPlace);
  describe(`${adapter} as a storage of many nodes`, () => each(sharingChecks, newPlace));
}

function each(checks: readonly StorageCheck[], newPlace: () => Promise<Place>): void {
  for (const { name, run } of checks) it(name, async () => run(closing(await newPlace())));
}

/** The same place; a failed check leaves none of its storages open. */
function closing(place: Place): Place {
  const made: Storage[] = [];
  onTestFinished(async () => {
    for (const storage of made) await storage.close();
  });
  return {
    ...place,
    storage() {
      const storage = place.storage();
      made.push(storage);
      return storage;
    },
  };
}
