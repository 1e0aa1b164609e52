/**
 * The exports that every server loads: the store, memory, and the checks of stored values. internal.ts adds storages on a disk
 * and their maintenance. A bundle is split by whole files, so an import of internal.ts loads all of it.
 */

export * from "./adapters/memory/storage.ts";
export type { Consumer, Gap } from "./consuming/consumer.ts";
export * from "./error.ts";
export { type Copied, copyFiles } from "./file-store/copy-files.ts";
export { isFileName } from "./file-store/file-name.ts";
export { inParts } from "./file-store/in-parts.ts";
export { type MemoryFileOptions, MemoryFileStore } from "./file-store/memory.ts";
export type { FileStore, ReceivedFile, StoredFile } from "./file-store/port.ts";
export { readLines } from "./files/lines.ts";
export { firstNotUtf8, strictText } from "./files/utf8.ts";
export type { Progress } from "./maintenance/copy.ts";
export * from "./port.ts";
export * from "./report.ts";
export * as shapes from "./shapes/shape.ts";
export { fitsForm, valueFaults } from "./shapes/stored-faults.ts";
export * from "./snapshot/decode.ts";
export { encodeChanges, encodeSnapshot } from "./snapshot/encode.ts";
export * from "./store.ts";
export type { CommitOrigin } from "./writing/commit-listeners.ts";
export type { StoreOptions } from "./writing/store-options.ts";
