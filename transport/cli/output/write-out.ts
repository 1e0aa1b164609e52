import { mkdir, writeFile } from "node:fs/promises";
import { dirname } from "node:path";

/** Writes a text to a file, creating its folder if necessary, or to standard output. */
export async function writeOut(file: string | undefined, text: string): Promise<void> {
  if (file === undefined) {
    process.stdout.write(text);
    return;
  }
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
}
