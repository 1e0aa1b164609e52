import { createHash } from "node:crypto";
import { readFile, rm, stat, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:net";
import { parse } from "node:path";
import { errorCode, StorageError } from "./error.ts";

const SOCKET_NAME_LENGTH = 108;

/** Held by one process at a time; freed with it, however it ends. */
export interface Lock {
  release(): Promise<void>;
}

/**
 * Takes a folder for this process; `name` tells apart what is kept in the same one.
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
  const key = createHash("sha256").update(`${dev}:${ino}:${name}`).digest("hex").slice(0, 40);
  // Older Node fills the name up with zeros to its full length, newer does not: a full-length name is the same for both.
  const socket = await listen(`\0galley-${key}`.padEnd(SOCKET_NAME_LENGTH, "."));
  if (socket === null) throw await lockedError(path);
  await writeFile(path, String(process.pid));
  return {
    async release() {
      await rm(path, { force: true });
      await new Promise((resolve) => socket.close(resolve));
    },
  };
}

async function lockByFile(path: string): Promise<Lock> {
  try {
    await writeFile(path, String(process.pid), { flag: "wx" });
  } catch (error) {
    if (errorCode(error) !== "EEXIST") throw error;
    if (isAlive(await holderOf(path))) throw await lockedError(path);
    await rm(path, { force: true });
    return lockByFile(path);
  }
  return { release: () => rm(path, { force: true }) };
}

/** The listening socket, or null when another process has the name. */
function listen(name: string): Promise<Server | null> {
  return new Promise((resolve, reject) => {
    const server = createServer((connection) => connection.destroy());
    server.unref();
    server.once("error", (error) => (errorCode(error) === "EADDRINUSE" ? resolve(null) : reject(error)));
    server.listen(name, () => resolve(server));
  });
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
