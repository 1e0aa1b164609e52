import { realpath, stat } from "node:fs/promises";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

const { cache } = createRequire(import.meta.url);

/** The module as the file is now, whenever it was imported before. What it imports itself is not read again. */
export async function importAnew(file: string): Promise<Record<string, unknown>> {
  // Modules are remembered by their address, which changes with the file here; CommonJS modules by their path as well.
  const { mtimeMs } = await stat(file);
  delete cache[await realpath(file)];
  return import(`${pathToFileURL(file).href}?changed=${mtimeMs}`);
}
