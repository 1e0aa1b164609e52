import { StorageError } from "../error.ts";

/** @throws StorageError `invalid` when the columns of a block differ in length */
export function checkLengths(length: number, columns: readonly (readonly unknown[])[]): void {
  if (columns.every((column) => column.length === length)) return;
  throw new StorageError("invalid", "Invalid snapshot: the columns of a block are not equally long");
}
