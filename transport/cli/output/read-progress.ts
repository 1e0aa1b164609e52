import { type FileSystem, realFileSystem, watchReads } from "../../../storage/internal.ts";
import { type ProgressOptions, withProgress } from "./progress-line.ts";

const MEGABYTE = 1_000_000;

/** Runs a task that reads files, with a line that shows how much of them has been read. */
export function withReadProgress<T>(options: ProgressOptions, work: (files: FileSystem) => Promise<T>): Promise<T> {
  return withProgress("MB of stored content read", options, (update) => {
    return work(watchReads(realFileSystem, (bytes) => update(Math.floor(bytes / MEGABYTE))));
  });
}
