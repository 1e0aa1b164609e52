import type { FileStore } from "./port.ts";

/**
 * Copies every file, one after another, holding one chunk in memory at a time; returns the number of files. A file that
 * is removed before its turn is not copied.
 *
 * @throws what the stores throw.
 */
export async function copyFiles(
  from: FileStore,
  to: FileStore,
  progress: (copied: number) => void = () => {},
): Promise<number> {
  let copied = 0;
  for await (const name of from.list()) {
    const file = await from.open(name);
    if (file === null) continue;
    await to.put(name, file.read());
    copied += 1;
    progress(copied);
  }
  return copied;
}
