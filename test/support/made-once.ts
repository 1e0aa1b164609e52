import { mkdtemp } from "node:fs/promises";
import { join } from "node:path";
import { inject } from "vitest";

/** What `make` makes in a folder, once for all tests of this process. */
export function madeOnce<T>(make: (folder: string) => Promise<T>): () => Promise<T> {
  let made: Promise<T> | null = null;
  return () => {
    made ??= mkdtemp(join(inject("runFolder"), "made-")).then(make);
    return made;
  };
}
