/**
 * `galley/storage`: a `Store` makes the commits of an engine durable through a `Storage`; three storages are included
 * here. internal.ts exports what transport needs in addition. See docs/library.md and, to write a storage of your own,
 * ADAPTERS.md.
 */

export type { JournalLimits } from "./adapters/journal/journal.ts";
export { type BackupOptions, backupJournal } from "./adapters/journal/maintenance/backup.ts";
export { type CheckedFile, checkJournal, type Fault, type JournalCheck } from "./adapters/journal/maintenance/check.ts";
export { acceptLoss, type Repaired, repairJournal } from "./adapters/journal/maintenance/repair.ts";
export { type JournalOptions, JournalStorage } from "./adapters/journal/storage.ts";
export { JsonFileStorage } from "./adapters/json-file/storage.ts";
export { MemoryStorage, type MemoryStorageOptions } from "./adapters/memory/storage.ts";
export { StorageError, type StorageErrorCode } from "./error.ts";
export { FolderFileStore } from "./file-store/folder.ts";
export { type MemoryFileOptions, MemoryFileStore } from "./file-store/memory.ts";
export type { FileStore, ReceivedFile, StoredFile } from "./file-store/port.ts";
export type { FileSystem, OpenFile, OpenMode } from "./files/file-system.ts";
export type { FolderLock, Lock } from "./files/lock/lock.ts";
export { copyData, type Progress } from "./maintenance/copy.ts";
export type {
  Appended,
  Entries,
  Entry,
  FittedNote,
  Marks,
  Opened,
  Position,
  Sharing,
  Sink,
  Storage,
  StoredSnapshot,
  Survives,
  Turn,
} from "./port.ts";
export type { Report } from "./report.ts";
export type { SchemaStanding } from "./sharing/schema-claim.ts";
export { Store } from "./store.ts";
export type { CommitListener } from "./writing/commit-listeners.ts";
export type { StoreOptions } from "./writing/store-options.ts";
