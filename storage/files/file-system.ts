import { constants, fstatSync, type Stats, statSync, writeSync } from "node:fs";
import { type FileHandle, mkdir, open, readdir, readlink, realpath, rename, rm, stat, statfs } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { errorCode } from "../error.ts";
import type { FolderLock, Lock } from "./lock/lock.ts";
import { isNotOffered, whileInUse } from "./refused-calls.ts";

/** Everything that storages do to files, as one small interface, so that tests can make each call fail. */
export interface FileSystem {
  /** Creates one folder in an existing one, for its owner only. False if it exists already. */
  makeFolder(path: string): Promise<boolean>;
  /** Identifies a folder; a copy of it has another identity. */
  identityOf(folder: string): Promise<string>;
  /** The path with symbolic links resolved. It need not exist yet: links may lead to a file that is still to be created. */
  realPath(path: string): Promise<string>;
  /** Names in a folder, in any order. */
  list(path: string): Promise<readonly string[]>;
  /**
   * `read`: an existing file; `write`: an existing file, to be read too; `create`: a file that must not exist. It gets
   * the mode and, if the system allows, the owner of the file `like`; without it only its owner may use it.
   */
  open(path: string, mode: OpenMode, like?: string): Promise<OpenFile>;
  /** Replaces any file under the new name. Durable only after `syncFolder`. */
  rename(from: string, to: string): Promise<void>;
  remove(path: string): Promise<void>;
  /** Makes the names in a folder durable. False if its file system, or the system, cannot. */
  syncFolder(path: string): Promise<boolean>;
  /**
   * Locks a folder for this process until it releases it or ends; `name` distinguishes several contents of one folder.
   *
   * @throws StorageError `locked` with the holder's process number.
   */
  lock(folder: string, name: string): Promise<FolderLock>;
  /**
   * Locks an existing file, under all of its names (hard links), until it is released or the process ends. On systems that
   * cannot tell who has a file it does nothing.
   *
   * @throws StorageError `locked`
   */
  lockFile(path: string): Promise<Lock>;
}

export type OpenMode = "read" | "write" | "create";

export interface OpenFile {
  size(): Promise<number>;
  /** Time of the last change of its bytes, in epoch milliseconds. */
  modifiedAt(): Promise<number>;
  /** Up to `length` bytes from `at` on; fewer only at the end. */
  read(at: number, length: number): Promise<Uint8Array>;
  /** Writes at a position; returns how many bytes were taken, which can be fewer than given. */
  write(bytes: Uint8Array, at: number): Promise<number>;
  /**
   * Its size; null if no name refers to it any more: it was removed, or another file was given its name. Synchronous.
   */
  sizeIfNamed(): number | null;
  truncate(length: number): Promise<void>;
  /**
   * Makes content and length durable, in another thread: reads go on meanwhile. After a failure the state of both is
   * unknown: never retry.
   */
  sync(): Promise<void>;
  close(): Promise<void>;
}

/** Smaller writes go to the system's cache synchronously, which is quicker than a round trip through the thread pool. */
const WRITE_AT_ONCE = 256 * 1024;

const { O_RDONLY, O_NONBLOCK } = constants;

/** Reading does not wait for a writer, as it would for a pipe in a file's place. */
const FLAGS: Readonly<Record<OpenMode, string | number>> = { read: O_RDONLY | O_NONBLOCK, write: "r+", create: "wx+" };

const BIGINT = { bigint: true } as const;
const BIGINT_IF_THERE = { bigint: true, throwIfNoEntry: false } as const;

/** Content may include secrets, hashes of passwords for one. */
const PRIVATE_FOLDER = 0o700;
const PRIVATE_FILE = 0o600;
const PERMISSIONS = 0o777;

/** The files of this machine. */
export const realFileSystem: FileSystem = {
  async makeFolder(path) {
    try {
      await mkdir(path, PRIVATE_FOLDER);
      return true;
    } catch (error) {
      if (errorCode(error) === "EEXIST") return false;
      throw error;
    }
  },
  async identityOf(folder) {
    const { dev, ino } = await stat(folder, { bigint: true });
    return `${dev}:${ino}`;
  },
  realPath,
  list: (path) => readdir(path),
  async open(path, mode, like) {
    const handle = await whileInUse(() => open(path, FLAGS[mode], PRIVATE_FILE), BUSY);
    const found = await handle.stat();
    if (found.isFile()) {
      if (like !== undefined) await copyAccess(like, handle);
      const countsLinks = found.nlink > 0 && !(mode === "write" && (await hidesOpenFiles(path)));
      return openFile(handle, countsLinks ? null : path);
    }
    await handle.close();
    if (!found.isDirectory()) throw Object.assign(new Error(`EINVAL: ${path} is not a file`), { code: "EINVAL" });
    // Errors of systems that can open a folder for reading but not read it.
    throw Object.assign(new Error(`EISDIR: ${path} is a folder`), { code: "EISDIR" });
  },
  rename: (from, to) => whileInUse(() => rename(from, to)),
  remove: (path) => whileInUse(() => rm(path)),
  async syncFolder(path) {
    // A folder cannot be flushed there.
    if (process.platform === "win32") return false;
    try {
      const handle = await open(path, "r");
      try {
        await handle.sync();
      } finally {
        await handle.close();
      }
      return true;
    } catch (error) {
      if (isNotOffered(error)) return false;
      throw error;
    }
  },
  lock: async (folder, name) => {
    const { lockFolder } = await import("./lock/lock.ts");
    return lockFolder(folder, name);
  },
  lockFile: async (path) => {
    const { lockFile } = await import("./lock/lock.ts");
    return lockFile(path);
  },
};

/** Codes after which opening a file is tried again: without rights (EPERM, EACCES) it fails at once. */
const BUSY: ReadonlySet<string> = new Set(["EBUSY"]);

async function realPath(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch (error) {
    if (errorCode(error) !== "ENOENT") throw error;
  }
  const folder = dirname(path);
  const target = await readlink(path).catch(() => null);
  if (target !== null) return realPath(resolve(await realPath(folder), target));
  return folder === path ? path : join(await realPath(folder), basename(path));
}

/** Gives a new file the same owner and mode as another, if that exists. */
async function copyAccess(path: string, to: FileHandle): Promise<void> {
  let like: Stats;
  try {
    like = await stat(path);
  } catch (error) {
    if (errorCode(error) === "ENOENT") return;
    throw error;
  }
  const { uid, gid, mode } = await to.stat();
  // Only the superuser can change the owner; an owner can choose among its own groups.
  if (like.gid !== gid) await to.chown(uid, like.gid).catch(() => {});
  if (like.uid !== uid) await to.chown(like.uid, like.gid).catch(() => {});
  const [wanted, present] = [like.mode & PERMISSIONS, mode & PERMISSIONS];
  if (wanted === present) return;
  try {
    await to.chmod(wanted);
  } catch (error) {
    if (!isNotOffered(error) || (present & ~wanted) !== 0) throw error;
  }
}

/** The kinds of file systems on Linux (`f_type`) where an open file that is replaced gets a hidden name: NFS and FUSE. */
const HIDING: ReadonlySet<number> = new Set([0x6969, 0x65735546]);

async function hidesOpenFiles(path: string): Promise<boolean> {
  return process.platform === "linux" && HIDING.has((await statfs(path)).type);
}

/** Whether a path names an open file. */
function isNamed(path: string, fd: number): boolean {
  const [own, named] = [fstatSync(fd, BIGINT), statSync(path, BIGINT_IF_THERE)];
  return named?.ino === own.ino && named.dev === own.dev;
}

/** `path` is given where the file system's link counts say nothing. */
function openFile(handle: FileHandle, path: string | null): OpenFile {
  return {
    size: async () => (await handle.stat()).size,
    modifiedAt: async () => Math.floor((await handle.stat()).mtimeMs),
    async read(at, length) {
      const buffer = Buffer.allocUnsafe(length);
      let filled = 0;
      while (filled < length) {
        const { bytesRead } = await handle.read(buffer, filled, length - filled, at + filled);
        if (bytesRead === 0) break;
        filled += bytesRead;
      }
      return buffer.subarray(0, filled);
    },
    async write(bytes, at) {
      if (bytes.byteLength <= WRITE_AT_ONCE) return writeSync(handle.fd, bytes, 0, bytes.byteLength, at);
      return (await handle.write(bytes, 0, bytes.byteLength, at)).bytesWritten;
    },
    sizeIfNamed: () => {
      const { nlink, size } = fstatSync(handle.fd);
      return (path === null ? nlink > 0 : isNamed(path, handle.fd)) ? size : null;
    },
    truncate: (length) => handle.truncate(length),
    sync: () => handle.datasync(),
    close: () => handle.close(),
  };
}
