import { createHash, randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { appendFile, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { TwinError } from "../twin-error.ts";

const FILE = ".galley-key";
const IGNORED = `${FILE}\n.pull/\ngalley-data/\n`;

/** Adds the key to the ignored files. */
async function ignoreKey(path: string): Promise<void> {
  const before = await readFile(path, "utf8").catch(() => "");
  if (before.split(/\r?\n/).includes(FILE)) return;
  await appendFile(path, before === "" || before.endsWith("\n") ? IGNORED : `\n${IGNORED}`);
}

/** The key of the stand-ins of a folder. It is made once, and stays out of the repository. */
export interface ScrubKey {
  readonly bytes: Uint8Array;
  /** Names the key, and tells nothing of it. */
  readonly id: string;
}

/** The key of a folder; a new one where there is none. */
export async function scrubKeyIn(folder: string): Promise<ScrubKey> {
  await ignoreKey(join(folder, ".gitignore"));
  if (!existsSync(join(folder, FILE))) await makeKey(join(folder, FILE));
  const bytes = Buffer.from((await readFile(join(folder, FILE), "utf8")).trim(), "hex");
  if (bytes.length !== 32) throw new TwinError(`${join(folder, FILE)} holds no key: it is 64 hexadecimal digits`);
  return { bytes, id: createHash("sha256").update("id").update(bytes).digest("hex").slice(0, 12) };
}

/** The key is there whole or not at all: a process may end at any moment. */
async function makeKey(path: string): Promise<void> {
  await writeFile(`${path}.part`, `${randomBytes(32).toString("hex")}\n`, { mode: 0o600 });
  await rename(`${path}.part`, path);
}
