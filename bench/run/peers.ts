import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { ROOT } from "./folders.ts";

/** The folders with a package.json of peers. */
const PEERS = join(ROOT, "bench/peers");
export const STRAPI = join(PEERS, "strapi");

/** A package that the benchmarks compare with, by its name in one of these package.json files. */
export function peerPackage(name: string, folder: string = PEERS): unknown {
  return createRequire(join(folder, "package.json"))(name);
}

/**
 * Installs the packages of a folder of peers, unless they are installed.
 *
 * @throws Error if the registry cannot be reached.
 */
export function installPeers(folder: string = PEERS): void {
  if (hasAll(folder)) return;
  process.stderr.write(`Installing what is compared with into ${folder}, this once\n`);
  const args = ["install", "--no-audit", "--no-fund", "--no-package-lock", "--loglevel", "error"];
  execFileSync("npm", args, { cwd: folder, stdio: ["ignore", "inherit", "inherit"] });
}

/** An interrupted installation leaves a folder with some of the packages, or none. */
function hasAll(folder: string): boolean {
  const { dependencies }: { dependencies: object } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  return Object.keys(dependencies).every((name) => existsSync(join(folder, "node_modules", name, "package.json")));
}

/** Version of an installed peer. */
export function peerVersion(name: string, folder: string = PEERS): string {
  const { version }: { version: string } = createRequire(join(folder, "package.json"))(`${name}/package.json`);
  return version;
}
