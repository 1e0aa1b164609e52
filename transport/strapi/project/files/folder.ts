import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { errorCode } from "../../../../storage/core.ts";
import { readFailure } from "./read-failure.ts";

export interface Folder {
  /** Names, sorted. */
  readonly folders: readonly string[];
  readonly files: readonly string[];
  /** Names that do not exist or cannot be read, with the reason. */
  readonly unreadable: readonly (readonly [name: string, reason: string])[];
}

const EMPTY: Folder = { folders: [], files: [], unreadable: [] };

/** The contents of a folder, with links followed and hidden names left out; empty if there is no folder. */
export async function readFolder(path: string): Promise<Folder> {
  let names: string[];
  try {
    names = await readdir(path);
  } catch (error) {
    return isAbsence(error) ? EMPTY : { ...EMPTY, unreadable: [["", `cannot be read: ${readFailure(error)}`]] };
  }
  const folders: string[] = [];
  const files: string[] = [];
  const unreadable: [string, string][] = [];
  for (const name of names.filter((each) => !each.startsWith(".")).sort()) {
    try {
      const found = await stat(join(path, name));
      if (found.isDirectory()) folders.push(name);
      else files.push(name);
    } catch (error) {
      unreadable.push([name, `cannot be read: ${readFailure(error)}`]);
    }
  }
  return { folders, files, unreadable };
}

function isAbsence(error: unknown): boolean {
  const code = errorCode(error);
  return code === "ENOENT" || code === "ENOTDIR";
}
