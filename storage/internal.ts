/** The exports that only transport needs; the public ones are in index.ts. */

export * from "./adapters/journal/maintenance/backup.ts";
export * from "./adapters/journal/maintenance/check.ts";
export * from "./adapters/journal/maintenance/repair.ts";
export * from "./adapters/journal/storage.ts";
export * from "./adapters/json-file/storage.ts";
export * from "./adapters/json-file/stored-types.ts";
export * from "./adapters/json-file/watch.ts";
export * from "./core.ts";
export { FolderFileStore } from "./file-store/folder.ts";
export { type FileSystem, type OpenFile, type OpenMode, realFileSystem } from "./files/file-system.ts";
export { replaceFile } from "./files/files.ts";
export { type FolderLock, type Lock, lockName } from "./files/lock/lock.ts";
export { watchReads } from "./files/watch-reads.ts";
export * from "./maintenance/check-log.ts";
export * from "./maintenance/clean.ts";
export * from "./maintenance/copy.ts";
export * from "./maintenance/held-storage.ts";
export * from "./maintenance/stats.ts";
