import { createHash, randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { appendFile, readFile } from "node:fs/promises";
import { join } from "node:path";
import { TwinError } from "../twin-error.ts";
import { replaceFile } from "./write-twin.ts";

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
  const path = join(folder, FILE);
  if (!existsSync(path)) await replaceFile(path, `${randomBytes(32).toString("hex")}\n`, 0o600);
  const bytes = Buffer.from((await readFile(path, "utf8")).trim(), "hex");
  if (bytes.length !== 32) throw new TwinError(`${path} holds no key: it is 64 hexadecimal digits`);
  return { bytes, id: createHash("sha256").update("id").update(bytes).digest("hex").slice(0, 12) };
}
