import { existsSync } from "node:fs";
import { copyFile, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { backupJournal, StorageError } from "../../storage/index.ts";
import type { Galley } from "../galley.ts";
import type { Log } from "../log.ts";
import { type Content, openContent } from "./content.ts";
import type { LoadedConfig } from "./load-config.ts";
import type { Settings } from "./settings.ts";

/** Content that is only to be read. */
export interface OpenedStored {
  readonly galley: Galley;
  close(): Promise<void>;
}

/**
 * Opens what is stored, a copy of it while a server has it open. Where nothing is stored, opens in memory what an empty
 * content base would begin with.
 *
 * @throws StorageError `unreadable` when there is neither.
 */
export async function openStored(
  settings: Settings,
  content: Content,
  loaded: LoadedConfig,
  log: Log,
): Promise<OpenedStored> {
  const { storage } = settings;
  const isStored = storage !== "memory" && existsSync(storage);
  if (!isStored && content.seed === undefined)
    throw new StorageError("unreadable", `There is no content in ${storage}, and no seed to begin with`);
  if (!isStored) {
    const galley = await openContent({ ...settings, storage: "memory" }, content, loaded, log);
    return { galley, close: () => galley.close() };
  }
  const found: Content = { ...content, seed: undefined };
  try {
    const galley = await openContent(settings, found, loaded, log);
    return { galley, close: () => galley.close() };
  } catch (error) {
    if (!(error instanceof StorageError) || error.code !== "locked") throw error;
    return openCopy(settings, found, loaded, log);
  }
}

/** Opens a copy, which goes when it is closed. Files are never changed once they are there: those are read in place. */
async function openCopy(settings: Settings, content: Content, loaded: LoadedConfig, log: Log): Promise<OpenedStored> {
  const folder = await mkdtemp(join(tmpdir(), "galley-export-"));
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    const copy = await copyOf(settings.storage, folder);
    const galley = await openContent({ ...settings, storage: copy }, content, loaded, log, { files: settings.storage });
    return { galley, close: () => galley.close().finally(remove) };
  } catch (error) {
    await remove();
    throw error;
  }
}

async function copyOf(storage: string, folder: string): Promise<string> {
  if (!storage.endsWith(".json")) {
    const copy = join(folder, "journal");
    await backupJournal(storage, copy);
    return copy;
  }
  const copy = join(folder, "content.json");
  await copyFile(storage, copy);
  return copy;
}
