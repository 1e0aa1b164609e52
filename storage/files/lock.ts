import { createHash } from "node:crypto";
import { open, readFile, rm, stat, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:net";
import { parse } from "node:path";
import { errorCode, StorageError } from "../error.ts";

const SOCKET_NAME_LENGTH = 108;
const PRIVATE = 0o600;

/** Held by one process at a time; released when it ends, however it ends. */
export interface Lock {
  release(): Promise<void>;
}

/**
 * Locks a folder for this process; `name` distinguishes several contents of one folder.
 *
 * On Linux the lock is an abstract socket named after the folder's device and inode: the kernel gives it to one holder
 * and frees it when that one dies, even by `kill -9`. The file beside it only names the holder. Elsewhere the file
 * itself is the lock, and is void when no process has the number in it.
 *
 * @throws StorageError `locked` with the holder's process number.
 */
export async function lockFolder(folder: string, name: string): Promise<Lock> {
  const path = `${folder}/${name}.lock`;
  if (process.platform !== "linux") return lockByFile(path);
  const { dev, ino } = await stat(folder, { bigint: true });
  const socket = await listen(`${dev}:${ino}:${name}`);
  if (socket === null) throw await lockedError(path);
  await writeFile(path, String(process.pid), { mode: PRIVATE });
  return {
    async release() {
      await rm(path, { force: true });
      await close(socket);
    },
  };
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
    const socket = await listen(`${dev}:${ino}`);
    if (socket === null) throw new StorageError("locked", usedByAnotherName(path), { holder: null });
    return {
      async release() {
        await close(socket);
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
  const socket = await listen(`name:${name}`);
  return socket === null ? null : { release: () => close(socket) };
}

function usedByAnotherName(path: string): string {
  return `Another process is using ${path} by another of its names (hard links); stop it first or choose another place`;
}

async function lockByFile(path: string): Promise<Lock> {
  try {
    await writeFile(path, String(process.pid), { flag: "wx", mode: PRIVATE });
  } catch (error) {
    if (errorCode(error) !== "EEXIST") throw error;
    if (isAlive(await holderOf(path))) throw await lockedError(path);
    await rm(path, { force: true });
    return lockByFile(path);
  }
  return { release: () => rm(path, { force: true }) };
}

/** A socket that listens under a name derived from `what`, or null if another process has that name. */
function listen(what: string): Promise<Server | null> {
  const key = createHash("sha256").update(what).digest("hex").slice(0, 40);
  // Older versions of Node pad the name with zeros, newer ones do not: a full-length name is the same for both.
  const name = `\0galley-${key}`.padEnd(SOCKET_NAME_LENGTH, ".");
  return new Promise((resolve, reject) => {
    const server = createServer((connection) => connection.destroy());
    server.unref();
    server.once("error", (error) => (errorCode(error) === "EADDRINUSE" ? resolve(null) : reject(error)));
    server.listen(name, () => resolve(server));
  });
}

function close(socket: Server): Promise<void> {
  return new Promise((resolve) => socket.close(() => resolve()));
}

async function lockedError(path: string): Promise<StorageError> {
  const holder = await holderOf(path);
  const who = holder === null ? "Another process" : `Process ${holder}`;
  const { dir, name } = parse(path);
  return new StorageError("locked", `${who} is using ${name} in ${dir}; stop it first or choose another place`, {
    holder,
  });
}

async function holderOf(path: string): Promise<number | null> {
  const text = await readFile(path, "utf8").catch(() => "");
  return /^\d+$/.test(text) ? Number(text) : null;
}

function isAlive(holder: number | null): boolean {
  if (holder === null) return false;
  try {
    process.kill(holder, 0);
    return true;
  } catch (error) {
    return errorCode(error) === "EPERM";
  }
}
