import { onTestFinished } from "vitest";
import { type Storage, Store, type StoreOptions } from "../../../storage/internal.ts";
import { countingEnv, emptyLibrary, storeBook } from "../content/library.ts";

let nodes = 0;

/** A store of books over `storage`, with ids that no other node gives, until the test has ended. */
export async function openBooks(storage: Storage, options: Partial<StoreOptions> = {}) {
  nodes += 1;
  const reports: string[] = [];
  const store = await Store.open({
    engine: emptyLibrary(),
    storage,
    env: countingEnv(`n${nodes}x`),
    report: (message) => void reports.push(message),
    ...options,
  });
  onTestFinished(() => store.close());
  return { store, reports, add: (title: string) => storeBook(store, title) };
}
