import { join } from "node:path";
import {
  type FileStore,
  FolderFileStore,
  JournalStorage,
  JsonFileStorage,
  MemoryFileStore,
  MemoryStorage,
  type Storage,
} from "../../storage/index.ts";
import type { Log } from "../log.ts";

/** The storage that a text names: `memory`, a `.json` file, or else a folder with a journal. */
export function openStorage(place: string, log: Log): Storage {
  if (place === "memory") return new MemoryStorage();
  if (place.endsWith(".json")) return new JsonFileStorage(place);
  return new JournalStorage(place, { report: (message, details) => log.warn(details, message) });
}

/** Where the uploads of such a storage are: `uploads` in its folder, `NAME.uploads` beside a file `NAME.json`. */
export function openFileStore(place: string): FileStore {
  if (place === "memory") return new MemoryFileStore();
  return new FolderFileStore(place.endsWith(".json") ? place.replace(/json$/, "uploads") : join(place, "uploads"));
}
