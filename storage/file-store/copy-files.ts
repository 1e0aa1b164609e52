import type { FileStore } from "./port.ts";

/** When each file that was copied had been stored, by name. */
export type Copied = Map<string, number>;

/**
 * Copies every file, one after another, holding one chunk in memory at a time. Leaves out what `copied` holds already,
 * and adds the rest to it: a second call copies what came or changed since. A file that is removed before its turn is
 * not copied. `progress` is called with the number of files in `copied`.
 *
 * @throws what the stores throw.
 */
export async function copyFiles(
  from: FileStore,
  to: FileStore,
  { copied = new Map(), progress = () => {} }: { copied?: Copied; progress?: (count: number) => void } = {},
): Promise<void> {
  for await (const name of from.list()) {
    const file = await from.open(name);
    if (file === null || copied.get(name) === file.modifiedAt) continue;
    await to.put(name, file.read());
    copied.set(name, file.modifiedAt);
    progress(copied.size);
  }
}
