import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

/** Version of this package. */
export function version(): string {
  return manifest().version;
}

/** The oldest Node that this package runs on, if the one that runs is older; else null. */
export function missingNode(present: string): string | null {
  const [needed = ""] = /(?<!\d)\d+\.\d+/.exec(manifest().engines.node) ?? [];
  const [[major = 0, minor = 0], [wantedMajor = 0, wantedMinor = 0]] = [numbers(present), numbers(needed)];
  return major > wantedMajor || (major === wantedMajor && minor >= wantedMinor) ? null : needed;
}

function numbers(version: string): number[] {
  return version.split(".").map(Number);
}

function manifest(): { readonly version: string; readonly engines: { readonly node: string } } {
  const file = createRequire(import.meta.url).resolve("galley/package.json");
  return JSON.parse(readFileSync(file, "utf8"));
}
