import { type FileSystem, realFileSystem, watchReads } from "../../../storage/internal.ts";
import { type ProgressOptions, withProgress } from "./progress-line.ts";

const MEGABYTE = 1_000_000;

/** Does some work on files with a line that says how much has been read of them. */
export function withReadProgress<T>(options: ProgressOptions, work: (files: FileSystem) => Promise<T>): Promise<T> {
  return withProgress("MB of stored content read", options, (update) => {
    return work(watchReads(realFileSystem, (bytes) => update(Math.floor(bytes / MEGABYTE))));
  });
}
