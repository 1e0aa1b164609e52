import { access, open, stat } from "node:fs/promises";
import { setTimeout } from "node:timers/promises";
import { StorageError } from "../../error.ts";
import { freeName, takeName } from "./kernel-name.ts";
import { LockFile, lockedError } from "./lock-file.ts";
import { newOwner } from "./owner.ts";

/** Held by one process at a time; released when it ends, however it ends. */
export interface Lock {
  release(): Promise<void>;
}

/** The lock of a folder's content. */
export interface FolderLock extends Lock {
  /**
   * The holder before has certainly ended. Otherwise it may still run, where this process cannot see it, and its open
   * files must become useless to it.
   */
  readonly isAlone: boolean;
  /** @throws StorageError `locked` (rejected) if another process has taken the lock over. */
  assertHeld(): Promise<void>;
}

/**
 * Locks a folder for this process; `name` distinguishes several contents of one folder.
 *
 * The lock is a name that the kernel gives to one process and frees when that one dies, made of the folder's device and
 * inode, and a file, `NAME.lock`: the name is quick and certain, and the file keeps out processes that do not share it.
 * Where there are no such names, the file is the lock.
 *
 * @throws StorageError `locked` with the holder's process number and the lock's file.
 */
export async function lockFolder(folder: string, name: string): Promise<FolderLock> {
  const path = `${folder}/${name}.lock`;
  // Kept open, so that its inode is not given to another folder when this one is removed.
  const kept = process.platform === "linux" ? await open(folder, "r").catch(() => null) : null;
  const { dev, ino } = await stat(folder, { bigint: true });
  const held = await takeUnlessHeld(`${dev}:${ino}:${name}`, path);
  const free = async (): Promise<void> => {
    if (held !== null && held !== "taken") await freeName(held);
    await kept?.close();
  };
  try {
    if (held === "taken") throw await lockedError(path);
    const file = await LockFile.take(path, await newOwner(held !== null));
    return {
      isAlone: file.isAlone,
      assertHeld: () => file.assertHeld(),
      async release() {
        await file.release();
        await free();
      },
    };
  } catch (error) {
    await free();
    throw error;
  }
}

/** Milliseconds for which a process may have the name and no file, and after which it is asked for again. */
const PASSING = 500;
const POLLED = 20;

/**
 * A name that is taken while its lock has no file belongs to a process that has just begun, and is about to write the file;
 * or to one that is ending: the kernel may free its folder's inode, for another folder, before the name.
 */
async function takeUnlessHeld(name: string, path: string): ReturnType<typeof takeName> {
  for (let waited = 0; ; waited += POLLED) {
    const held = await takeName(name);
    const isPassing = held === "taken" && waited < PASSING && (await isMissing(path));
    if (!isPassing) return held;
    await setTimeout(POLLED);
  }
}

async function isMissing(path: string): Promise<boolean> {
  return access(path).then(
    () => false,
    () => true,
  );
}

/**
 * Locks a file for this process by its device and inode, which all of its names (hard links) share. The file is kept open
 * meanwhile, so that its inode is not reused when its last name is gone.
 *
 * Only on Linux: elsewhere a file is identified by its name alone, and nothing is done.
 *
 * @throws StorageError `locked`
 */
export async function lockFile(path: string): Promise<Lock> {
  if (process.platform !== "linux") return { release: async () => {} };
  const file = await open(path, "r");
  try {
    const { dev, ino } = await file.stat({ bigint: true });
    const name = await takeName(`${dev}:${ino}`);
    if (name === "taken") throw new StorageError("locked", usedByAnotherName(path), { holder: null });
    return {
      async release() {
        if (name !== null) await freeName(name);
        await file.close();
      },
    };
  } catch (error) {
    await file.close();
    throw error;
  }
}

/**
 * Takes a name for this process, as for an address that several processes are to listen on; null if another process has
 * it. Only on Linux, where the kernel frees the name when its holder dies.
 */
export async function lockName(name: string): Promise<Lock | null> {
  const held = await takeName(`name:${name}`);
  if (held === "taken") return null;
  return { release: async () => void (held !== null && (await freeName(held))) };
}

function usedByAnotherName(path: string): string {
  return `Another process is using ${path} by another of its names (hard links); stop it first or choose another place`;
}
