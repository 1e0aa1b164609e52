import { mkdtemp } from "node:fs/promises";
import { join } from "node:path";
import { inject } from "vitest";

/** The result of `make` in a folder, made once for all tests of this process. */
export function madeOnce<T>(make: (folder: string) => Promise<T>): () => Promise<T> {
  let made: Promise<T> | null = null;
  return () => {
    made ??= mkdtemp(join(inject("runFolder"), "made-")).then(make);
    return made;
  };
}
