import { spawnSync } from "node:child_process";
import { createRequire } from "node:module";

/**
 * npm runs this after `npm ci` in a clone, and for an install from Git. An install without development dependencies has
 * nothing to build with, and is no fault.
 */
const hasTools = ["esbuild", "tsx"].every((name) => {
  try {
    return createRequire(import.meta.url).resolve(name) !== "";
  } catch {
    return false;
  }
});

if (hasTools) {
  const build = spawnSync(process.execPath, ["--import", "tsx", ".ci/build.ts"], { stdio: "inherit" });
  process.exitCode = build.status ?? 1;
} else {
  console.log("Galley is not built: its development dependencies are not installed.");
}
