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

import { FRAMEWORKS, prepareFramework } from "./frameworks/table.ts";
import { prepareSurroundings } from "./surroundings/prepare.ts";
import { SURROUNDINGS, type Surroundings } from "./surroundings/table.ts";

const execute = promisify(execFile);
const NODES = ["20", "22", "24", "26"];
const SECONDS = 900;

const { values } = parseArgs({
  options: { node: { type: "string", multiple: true }, only: { type: "string", multiple: true } },
});
const root = fileURLToPath(new URL("../..", import.meta.url));
const folders = await readdir(import.meta.dirname, { withFileTypes: true });

/** A project to install, and its commands by name. */
interface Project {
  readonly name: string;
  readonly packages: readonly string[];
  readonly runs: Readonly<Record<string, string>>;
  readonly nodes: readonly string[];
  readonly prepare: (folder: string) => Promise<void>;
}

const projects = [
  ...folders.filter((entry) => entry.isDirectory()).flatMap(({ name }) => projectIn(name)),
  ...SURROUNDINGS.map(projectOf),
  ...FRAMEWORKS.map((row) => ({ ...row, prepare: (folder: string) => prepareFramework(folder, row) })),
]
  .filter(({ name }) => values.only?.some((part) => name.includes(part)) ?? true)
  .sort((a, b) => (a.name < b.name ? -1 : 1));
if (projects.length === 0) throw new Error(`No project of ${import.meta.dirname} is named like ${values.only}`);

function projectIn(name: string): Project[] {
  if (name === "surroundings" || name === "frameworks") return [];
  const prepare = (folder: string) => cp(join(import.meta.dirname, name), folder, { recursive: true });
  return [{ name, packages: [], runs: { "": "npm test" }, nodes: NODES, prepare }];
}

function projectOf(row: Surroundings): Project {
  return { ...row, prepare: (folder) => prepareSurroundings(folder, row) };
}

const temporary = await mkdtemp(join(tmpdir(), "galley-packages-"));
try {
  const nodes = new Map<string, string>();
  for (const version of values.node ?? NODES) nodes.set(version, await installNode(version));
  const archive = await pack();
  const rows: string[][] = [];
  for (const project of projects) rows.push(...(await resultsOf(project, archive, nodes)));
  const table = [["", ...[...nodes.keys()].map((version) => `Node ${version}`)], ...rows];
  const widths = table[0]?.map((_, column) => Math.max(...table.map((row) => row[column]?.length ?? 0))) ?? [];
  for (const row of table) console.log(row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join("  "));
  process.exitCode = rows.every((row) => row.slice(1).every((cell) => cell === "-" || cell.startsWith("passed")))
    ? 0
    : 1;
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

/** Installs one project once, and runs its commands under each of its Nodes: a row for each command. */
async function resultsOf(project: Project, archive: string, nodes: ReadonlyMap<string, string>): Promise<string[][]> {
  const folder = join(temporary, project.name);
  await mkdir(folder);
  await project.prepare(folder);
  const runs = Object.entries(project.runs).map(
    ([name, command]) => [`${project.name} ${name}`.trim(), command] as const,
  );
  try {
    await npmInstall(folder, archive, ...project.packages);
  } catch (error) {
    report(`${project.name}: npm install`, error);
    return runs.map(([title]) => [title, ...[...nodes.keys()].map(() => "not installed")]);
  }
  const rows: string[][] = [];
  for (const [title, command] of runs) {
    const row = [title];
    for (const [version, path] of nodes) {
      row.push(project.nodes.includes(version) ? await resultOf(title, command, folder, [version, path]) : "-");
    }
    rows.push(row);
    console.log(row.join("  "));
  }
  await rm(folder, { recursive: true, force: true });
  return rows;
}

async function resultOf(title: string, command: string, folder: string, [version, path]: readonly [string, string]) {
  const { npm_config_prefix: _, NODE_OPTIONS: __, ...rest } = process.env;
  const env = { ...rest, CI: "1", NO_COLOR: "1", PATH: `${path}${delimiter}${process.env.PATH}` };
  const started = Date.now();
  try {
    await execute("sh", ["-c", command], { cwd: folder, env, timeout: SECONDS * 1000, maxBuffer: 64 * 1024 * 1024 });
    return `passed in ${((Date.now() - started) / 1000).toFixed(1)} s`;
  } catch (error) {
    report(`${title} under Node ${version}`, error);
    return "FAILED";
  }
}

function report(title: string, error: unknown): void {
  const { stdout = "", stderr = "" } = error as { readonly stdout?: string; readonly stderr?: string };
  console.error(`${title}:\n${stdout}${stderr || error}`);
}
