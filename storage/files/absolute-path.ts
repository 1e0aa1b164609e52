import { resolve } from "node:path";
import { StorageError } from "../error.ts";

/**
 * Resolves the path of a storage. The empty text, which would be the current folder, is refused.
 *
 * @throws StorageError `misused` for invalid values, from callers without a compiler.
 */
export function absolutePath(path: string): string {
  if (typeof path === "string" && path !== "") return resolve(path);
  throw new StorageError("misused", "The path of a storage must be a string that is not empty");
}
