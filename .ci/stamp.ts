// Tells whether dist/ is made of the sources as they are.
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";

const ROOT = dirname(import.meta.dirname);
const STAMP = join(ROOT, "dist/.sources");

/** Whether dist/ was built from these sources. */
export function isBuilt(): boolean {
  return existsSync(STAMP) && readFileSync(STAMP, "utf8") === stampOfSources();
}

/** Says so of a dist/ that has just been built. */
export function markBuilt(): void {
  writeFileSync(STAMP, stampOfSources());
}

/** Stands for everything that dist/ is made of. */
function stampOfSources(): string {
  const folders = ["engine", "storage", "transport"];
  const sources = folders.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name)),
  );
  const build = readdirSync(join(ROOT, ".ci")).filter((name) => /\.(?:[jt]s|json)$/.test(name));
  const settings = ["tsconfig.json", "package.json", "package-lock.json", ...build.map((name) => join(".ci", name))];
  const hash = createHash("sha256");
  for (const path of [...settings.map((name) => join(ROOT, name)), ...sources].sort()) {
    hash
      .update(`${relative(ROOT, path)}\0`)
      .update(readFileSync(path))
      .update("\0");
  }
  return hash.digest("hex");
}
