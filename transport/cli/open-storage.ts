import { join } from "node:path";
import { JsonFileStorage, MemoryStorage, type Storage } from "../../storage/index.ts";

/** The storage that a text names: `memory`, a `.json` file, or a folder, which keeps its content in `db.json`. */
export function openStorage(place: string): Storage {
  if (place === "memory") return new MemoryStorage();
  return new JsonFileStorage(place.endsWith(".json") ? place : join(place, "db.json"));
}
