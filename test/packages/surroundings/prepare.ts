import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Surroundings } from "./table.ts";

/** Writes the project of one surroundings into an empty folder: cases.js in both module systems, and the row's files. */
export async function prepareSurroundings(folder: string, { files }: Surroundings): Promise<void> {
  const cases = await readFile(join(import.meta.dirname, "cases.js"), "utf8");
  const written = {
    ...files,
    "package.json": '{ "private": true, "type": "module" }\n',
    "cases.mjs": cases,
    "cases.cjs": cases.replace(/^export (?=\{)/m, "module.exports = "),
  };
  for (const [name, text] of Object.entries(written)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text);
  }
}
