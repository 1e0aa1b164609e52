import { resolve } from "node:path";
import { StorageError } from "../error.ts";

/**
 * Where a storage keeps what it holds. The empty text would be the current folder, which nobody means.
 *
 * @throws StorageError `misused` for what callers without a compiler may give.
 */
export function absolutePath(path: string): string {
  if (typeof path === "string" && path !== "") return resolve(path);
  throw new StorageError("misused", "The path of a storage must be a string that is not empty");
}
