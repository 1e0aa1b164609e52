import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

const ROOT = join(import.meta.dirname, "../../..");
/** The code that schedules judge, and the code that judges it. */
const SOURCES = [
  "storage/port.ts",
  "storage/recovery",
  "storage/sharing",
  "storage/store.ts",
  "storage/writing",
  "test/storage/adversary",
  "test/support/storage/shared-log.ts",
];

/** Stands for the sources that decide what a seed comes to: schedules of several runs add up where it is the same. */
export function digestOfJudged(): string {
  const hash = createHash("sha256");
  for (const path of SOURCES.flatMap(filesAt)) {
    hash
      .update(`${path}\0`)
      .update(readFileSync(join(ROOT, path)))
      .update("\0");
  }
  return hash.digest("hex").slice(0, 12);
}

function filesAt(path: string): readonly string[] {
  if (statSync(join(ROOT, path)).isFile()) return [path];
  const names = readdirSync(join(ROOT, path), { recursive: true, encoding: "utf8" }).sort();
  return names.filter((name) => name.endsWith(".ts")).map((name) => `${path}/${name}`);
}
