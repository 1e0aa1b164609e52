import { type FileHandle, mkdir, open, readdir, rename, rm } from "node:fs/promises";

/** All that storages do to files, as one small interface, so that tests can break each call on purpose. */
export interface FileSystem {
  /** Makes one folder in an existing one. False when it is there already. */
  makeFolder(path: string): Promise<boolean>;
  /** Names in a folder, in no order. */
  list(path: string): Promise<readonly string[]>;
  /** `read`: an existing file; `write`: an existing file, to be read too; `create`: a file that must not exist. */
  open(path: string, mode: OpenMode): Promise<OpenFile>;
  /** Replaces what has the new name. Durable only after `syncFolder`. */
  rename(from: string, to: string): Promise<void>;
  remove(path: string): Promise<void>;
  /** Makes the names in a folder durable. */
  syncFolder(path: string): Promise<void>;
}

export type OpenMode = "read" | "write" | "create";

export interface OpenFile {
  size(): Promise<number>;
  /** Up to `length` bytes from `at` on; fewer only at the end. */
  read(at: number, length: number): Promise<Uint8Array>;
  /** Writes at a place; gives how many bytes were taken, which can be fewer than given. */
  write(bytes: Uint8Array, at: number): Promise<number>;
  truncate(length: number): Promise<void>;
  /** Makes content and length durable. After a failure nothing is known of either: never try again. */
  sync(): Promise<void>;
  close(): Promise<void>;
}

const FLAGS: Readonly<Record<OpenMode, string>> = { read: "r", write: "r+", create: "wx+" };

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
  list: (path) => readdir(path),
  open: async (path, mode) => openFile(await open(path, FLAGS[mode])),
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
};

/** The system's word for what went wrong (`ENOENT`), if it is one of its errors. */
export function errorCode(error: unknown): string | null {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : null;
}

function openFile(handle: FileHandle): OpenFile {
  return {
    size: async () => (await handle.stat()).size,
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
    write: async (bytes, at) => (await handle.write(bytes, 0, bytes.byteLength, at)).bytesWritten,
    truncate: (length) => handle.truncate(length),
    sync: () => handle.sync(),
    close: () => handle.close(),
  };
}
