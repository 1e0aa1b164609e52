/**
 * Writes to a place until it is killed or refused, and prints each title once its write is acknowledged. Arguments: the
 * place, and a word that its titles begin with.
 */
import { writeSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import { JournalStorage, JsonFileStorage, Store } from "../../storage/internal.ts";
import { countingEnv, emptyLibrary, storeBook } from "../support/content/library.ts";

const [place = "", word = ""] = process.argv.slice(2);

const storage = place.endsWith(".json") ? new JsonFileStorage(place) : new JournalStorage(place, { report: () => {} });
let count = 0;
const env = { ...countingEnv(), newDocumentId: () => `${word}x${count}`.padEnd(24, "y") };
const store = await Store.open({ engine: emptyLibrary(), storage, env });
for (;;) {
  count += 1;
  await storeBook(store, `${word}-${count}`);
  writeSync(1, `${word}-${count}\n`);
  await setTimeout(1);
}
