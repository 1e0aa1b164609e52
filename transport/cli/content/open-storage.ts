import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import {
  type FileStore,
  type FileSystem,
  FolderFileStore,
  JournalStorage,
  JsonFileStorage,
  MemoryFileStore,
  MemoryStorage,
  realFileSystem,
  type Storage,
  StorageError,
} from "../../../storage/internal.ts";
import { type Log, reportTo } from "../../runtime/log.ts";
import { shellWord } from "../output/shell-words.ts";
import { isSharedPlace, openShared } from "./shared-place.ts";

/**
 * The storage that a text names: `memory`, an address of PostgreSQL or JetStream, a `.json` file, or else a folder with a journal.
 *
 * @throws StorageError `misused` for a folder with content in a `db.json` and no journal: starting an empty journal
 * beside it would look as if the content were lost.
 */
export async function openStorage(place: string, log: Log, files: FileSystem = realFileSystem): Promise<Storage> {
  if (isSharedPlace(place)) return openShared(place);
  if (place === "memory") return new MemoryStorage();
  if (isJsonFile(place)) {
    return new JsonFileStorage(place, files, (message, details) => log.warn(details, message));
  }
  const file = join(place, "db.json");
  if (existsSync(file) && !hasJournal(place)) throw new StorageError("misused", notTakenOver(file, place), { file });
  return new JournalStorage(place, { report: reportTo(log), files, reserve: RESERVE });
}

/** Bytes of a served folder that are kept for deletions: some thousands of them. */
export const RESERVE = 1_048_576;

/**
 * Why a text is not a valid place, phrased to follow the option's name; null if it is valid. An address with a scheme
 * is not repeated, since it may contain a password.
 */
export function placeFault(text: string): string | null {
  if (text === "") return `names no place: it takes ${PLACES}`;
  if (isSharedPlace(text)) return null;
  const scheme = /^[a-z][a-z0-9+.-]*(?=:)/i.exec(text)?.[0] ?? "";
  return text.includes("://") ? `takes ${PLACES}, no other addresses (${scheme}://…)` : null;
}

const PLACES = "memory, a folder, FILE.json, postgres://… or nats://…";

/** Whether a place is a file rather than a folder with a journal. */
export function isJsonFile(place: string): boolean {
  return !isSharedPlace(place) && /\.json$/i.test(place);
}

function hasJournal(folder: string): boolean {
  return readdirSync(folder).some((name) => name.startsWith("journal-"));
}

function notTakenOver(file: string, folder: string): string {
  const [from, to] = [shellWord(file), shellWord(folder)];
  const ways = `serve that file with --data ${from}, or carry it over first with: galley data copy ${from} ${to}`;
  return `${folder} holds content in db.json, which the journal of a folder does not take over: ${ways}`;
}

/**
 * Where the uploads of a storage are: `uploads` in its folder, `NAME.uploads` beside a file `NAME.json`, or in the
 * database beside its log.
 */
export async function openFileStore(place: string, storage?: Storage): Promise<FileStore> {
  if (storage !== undefined && "files" in storage) return storage.files as FileStore;
  if (place === "memory") return new MemoryFileStore();
  if (!isJsonFile(place)) return new FolderFileStore(join(place, "uploads"));
  // The target of a symbolic link: the link may switch between deployments.
  const file = await realFileSystem.realPath(place);
  return new FolderFileStore(isJsonFile(file) ? file.replace(/json$/i, "uploads") : `${file}.uploads`);
}
