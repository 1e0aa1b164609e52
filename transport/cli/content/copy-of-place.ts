import { copyFile, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { backupJournal, StorageError } from "../../../storage/internal.ts";
import { isJsonFile } from "./open-storage.ts";

/** A place on disk that its user may change and must release. */
export interface CopiedPlace {
  readonly place: string;
  remove(): Promise<void>;
}

/** Copies a data folder or a .json file as it is, even if a server has it open, into a temporary folder. */
export async function copyOfPlace(place: string): Promise<CopiedPlace> {
  const folder = await mkdtemp(join(tmpdir(), "galley-copy-"));
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    return { place: await copyInto(folder, place), remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

/** Whether a place could not be opened because a running process has it open. */
export function isInUse(error: unknown): boolean {
  return error instanceof StorageError && error.code === "locked";
}

async function copyInto(folder: string, place: string): Promise<string> {
  if (!isJsonFile(place)) {
    const copy = join(folder, "journal");
    await backupJournal(place, copy);
    return copy;
  }
  const copy = join(folder, "content.json");
  await copyFile(place, copy);
  return copy;
}
