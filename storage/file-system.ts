import { constants, fstatSync, writeSync } from "node:fs";
import { type FileHandle, mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import { errorCode } from "./error.ts";
import type { Lock } from "./lock.ts";

/** All that storages do to files, as one small interface, so that tests can break each call on purpose. */
export interface FileSystem {
  /** Makes one folder in an existing one. False when it is there already. */
  makeFolder(path: string): Promise<boolean>;
  /** Tells a folder from every other one, also from its copies. */
  identityOf(folder: string): Promise<string>;
  /** Names in a folder, in no order. */
  list(path: string): Promise<readonly string[]>;
  /** `read`: an existing file; `write`: an existing file, to be read too; `create`: a file that must not exist. */
  open(path: string, mode: OpenMode): Promise<OpenFile>;
  /** Replaces what has the new name. Durable only after `syncFolder`. */
  rename(from: string, to: string): Promise<void>;
  remove(path: string): Promise<void>;
  /** Makes the names in a folder durable. */
  syncFolder(path: string): Promise<void>;
  /**
   * Takes a folder for this process until it releases it or ends; `name` tells apart what is kept in the same one.
   *
   * @throws StorageError `locked` with the holder's process number.
   */
  lock(folder: string, name: string): Promise<Lock>;
}

export type OpenMode = "read" | "write" | "create";

export interface OpenFile {
  size(): Promise<number>;
  /** When its bytes last changed, in epoch milliseconds. */
  modifiedAt(): Promise<number>;
  /** Up to `length` bytes from `at` on; fewer only at the end. */
  read(at: number, length: number): Promise<Uint8Array>;
  /** Writes at a place; gives how many bytes were taken, which can be fewer than given. */
  write(bytes: Uint8Array, at: number): Promise<number>;
  /** Whether no name leads to it any more: it was removed, or another file was given its name. Answered at once. */
  isNameless(): boolean;
  truncate(length: number): Promise<void>;
  /**
   * Makes content and length durable, in another thread: reads go on meanwhile. After a failure nothing is known of
   * either: never try again.
   */
  sync(): Promise<void>;
  close(): Promise<void>;
}

/** Up to here a write goes to the system's cache at once, which is quicker than a way through the thread pool and back. */
const WRITE_AT_ONCE = 256 * 1024;

const { O_RDONLY, O_NONBLOCK } = constants;

/** Reading does not wait for a writer, as it would where a pipe stands in a file's place. */
const FLAGS: Readonly<Record<OpenMode, string | number>> = { read: O_RDONLY | O_NONBLOCK, write: "r+", create: "wx+" };

/** The files of this machine. */
export const realFileSystem: FileSystem = {
  async makeFolder(path) {
    try {
      await mkdir(path);
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
  list: (path) => readdir(path),
  async open(path, mode) {
    const handle = await open(path, FLAGS[mode]);
    const found = await handle.stat();
    if (found.isFile()) return openFile(handle);
    await handle.close();
    if (!found.isDirectory()) throw Object.assign(new Error(`EINVAL: ${path} is not a file`), { code: "EINVAL" });
    // As systems say that open a folder for reading but do not read it.
    throw Object.assign(new Error(`EISDIR: ${path} is a folder`), { code: "EISDIR" });
  },
  rename,
  remove: (path) => rm(path),
  async syncFolder(path) {
    // Windows cannot open a folder; there a rename is as durable as it gets.
    if (process.platform === "win32") return;
    const handle = await open(path, "r");
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  },
  lock: async (folder, name) => {
    const { lockFolder } = await import("./lock.ts");
    return lockFolder(folder, name);
  },
};

function openFile(handle: FileHandle): OpenFile {
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
    isNameless: () => fstatSync(handle.fd).nlink === 0,
    truncate: (length) => handle.truncate(length),
    sync: () => handle.datasync(),
    close: () => handle.close(),
  };
}
