import { createHash, randomBytes } from "node:crypto";
import { appendFile, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { errorCode } from "../../../storage/core.ts";
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
  await writeFile(join(folder, FILE), `${randomBytes(32).toString("hex")}\n`, { flag: "wx", mode: 0o600 }).catch(
    ignoreExisting,
  );
  const bytes = Buffer.from((await readFile(join(folder, FILE), "utf8")).trim(), "hex");
  if (bytes.length !== 32) throw new TwinError(`${join(folder, FILE)} holds no key: it is 64 hexadecimal digits`);
  return { bytes, id: createHash("sha256").update("id").update(bytes).digest("hex").slice(0, 12) };
}

function ignoreExisting(error: unknown): void {
  if (errorCode(error) !== "EEXIST") throw error;
}
