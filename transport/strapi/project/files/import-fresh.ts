import { realpath, stat } from "node:fs/promises";
import { pathToFileURL } from "node:url";
import { ownRequire } from "../../../../engine/internal.ts";

/** Imports the module as its file is now, even if it was imported before. Its own imports are not reloaded. */
export async function importFresh(file: string): Promise<Record<string, unknown>> {
  // Modules are cached by their URL, which changes with the file here; CommonJS modules by their path as well.
  const { mtimeMs } = await stat(file);
  delete ownRequire().cache[await realpath(file)];
  return import(
    /* webpackIgnore: true */ /* turbopackIgnore: true */ /* @vite-ignore */ `${pathToFileURL(file).href}?changed=${mtimeMs}`
  );
}
