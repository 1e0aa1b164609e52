import { JournalStorage, JsonFileStorage, MemoryStorage, type Storage } from "../../storage/index.ts";
import type { Log } from "../log.ts";

/** The storage that a text names: `memory`, a `.json` file, or else a folder with a journal. */
export function openStorage(place: string, log: Log): Storage {
  if (place === "memory") return new MemoryStorage();
  if (place.endsWith(".json")) return new JsonFileStorage(place);
  return new JournalStorage(place, { report: (message, details) => log.warn(details, message) });
}
