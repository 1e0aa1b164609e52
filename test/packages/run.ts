/**
 * Uses the packed package in empty folders as its users do, under each Node that it supports: every folder beside this file
 * is copied, `npm install`ed with the package, and its `npm test` run. Prints a table; exits with 1 when something failed.
 *
 *     npm run check -- packages --node 20 --node 24 --only jest    Nodes by major version, folders by a part of the name
 */
import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs, promisify } from "node:util";

const execute = promisify(execFile);
const NODES = ["20", "22", "24"];
const SECONDS = 300;

const { values } = parseArgs({
  options: { node: { type: "string", multiple: true }, only: { type: "string", multiple: true } },
});
const root = fileURLToPath(new URL("../..", import.meta.url));
const folders = await readdir(import.meta.dirname, { withFileTypes: true });
const names = folders
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)
  .filter((name) => values.only?.some((part) => name.includes(part)) ?? true)
  .sort();
if (names.length === 0) throw new Error(`No folder of ${import.meta.dirname} is named like ${values.only}`);

const temporary = await mkdtemp(join(tmpdir(), "galley-packages-"));
try {
  const nodes = new Map<string, string>();
  for (const version of values.node ?? NODES) nodes.set(version, await installNode(version));
  const archive = await pack();
  const rows: string[][] = [];
  for (const name of names) rows.push([name, ...(await resultsOf(name, archive, nodes))]);
  const table = [["", ...[...nodes.keys()].map((version) => `Node ${version}`)], ...rows];
  const widths = table[0]?.map((_, column) => Math.max(...table.map((row) => row[column]?.length ?? 0))) ?? [];
  for (const row of table) console.log(row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join("  "));
  process.exitCode = rows.every((row) => row.slice(1).every((cell) => cell.startsWith("passed"))) ? 0 : 1;
} finally {
  await rm(temporary, { recursive: true, force: true });
}

/** @returns the folder that holds the program `node` of this major version. */
async function installNode(version: string): Promise<string> {
  const folder = join(temporary, `node-${version}`);
  await mkdir(folder);
  await writeFile(join(folder, "package.json"), '{ "private": true }');
  await npmInstall(folder, `node@${version}`);
  return join(folder, "node_modules/node/bin");
}

/** @returns the path of the archive that would be published. */
async function pack(): Promise<string> {
  await execute("npm", ["run", "--silent", "build"], { cwd: root });
  const args = ["pack", "--ignore-scripts", "--json", "--pack-destination", temporary];
  const { stdout } = await execute("npm", args, { cwd: root });
  return join(temporary, JSON.parse(stdout)[0].filename);
}

function npmInstall(folder: string, ...packages: readonly string[]): Promise<unknown> {
  const args = ["install", "--no-audit", "--no-fund", "--prefer-offline", ...packages];
  return execute("npm", args, { cwd: folder, timeout: SECONDS * 1000 });
}

/** Installs one folder's project once, and runs it under each Node. */
async function resultsOf(name: string, archive: string, nodes: ReadonlyMap<string, string>): Promise<string[]> {
  const folder = join(temporary, name);
  await cp(join(import.meta.dirname, name), folder, { recursive: true });
  try {
    await npmInstall(folder, archive);
  } catch (error) {
    report(`${name}: npm install`, error);
    return [...nodes.keys()].map(() => "not installed");
  }
  const results: string[] = [];
  for (const [version, path] of nodes) results.push(await resultOf(name, folder, version, path));
  await rm(folder, { recursive: true, force: true });
  return results;
}

async function resultOf(name: string, folder: string, version: string, path: string): Promise<string> {
  const { npm_config_prefix: _, NODE_OPTIONS: __, ...rest } = process.env;
  const env = { ...rest, CI: "1", NO_COLOR: "1", PATH: `${path}${delimiter}${process.env.PATH}` };
  const started = Date.now();
  try {
    await execute("npm", ["test"], { cwd: folder, env, timeout: SECONDS * 1000, maxBuffer: 64 * 1024 * 1024 });
    return `passed in ${((Date.now() - started) / 1000).toFixed(1)} s`;
  } catch (error) {
    report(`${name} under Node ${version}`, error);
    return "FAILED";
  }
}

function report(title: string, error: unknown): void {
  const { stdout = "", stderr = "" } = error as { readonly stdout?: string; readonly stderr?: string };
  console.error(`${title}:\n${stdout}${stderr || error}`);
}
