import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { loadProject } from "../../transport/project/load-project.ts";
import { askPeer } from "./peer.ts";
import { tryProject } from "./trial.ts";

/**
 * Tries every Strapi project in a folder and prints a table of what can be served of each, and why the rest cannot:
 *
 *     npm run test:projects -- FOLDER [--peer APP]
 *
 * APP is a folder with a Strapi to ask beside it: its content types are replaced, in a copy, by those of the project.
 */
const { positionals, values } = parseArgs({ allowPositionals: true, options: { peer: { type: "string" } } });
const [folder] = positionals;
if (folder === undefined) throw new Error("usage: npm run test:projects -- FOLDER [--peer APP]");

const made = await mkdtemp(join(tmpdir(), "galley-projects-"));
let whole = 0;
const names = (await readdir(folder)).filter((name) => existsSync(join(folder, name, "src"))).sort();
for (const name of names) {
  const path = resolve(folder, name);
  const trial = await tryProject(path, name, made);
  const failures = [...trial.failures, ...compileFaults(name)];
  if (failures.length === 0) whole++;
  const beside = values.peer === undefined ? "" : ` | ${await besidePeer(resolve(values.peer), path)}`;
  const served = `${trial.served}/${trial.asked}`;
  const version = await versionOf(path);
  console.log(
    `| ${name} | ${version} | ${trial.types} | ${served} | ${trial.warnings} | ${failures.length === 0 ? "whole" : "faulty"}${beside} |`,
  );
  for (const failure of failures.slice(0, 10)) console.log(`    ${failure}`);
}
await rm(made, { recursive: true });
console.log(`${whole} of ${names.length} projects are served whole`);
if (whole < names.length) process.exitCode = 1;

/** What the compiler says of the interfaces that were written for a project. */
function compileFaults(name: string): string[] {
  const file = join(made, `${name}.ts`);
  if (!existsSync(file)) return [];
  const compiler = join(dirname(createRequire(import.meta.url).resolve("typescript/package.json")), "bin/tsc");
  const flags = ["--noEmit", "--strict", "--target", "es2023", "--module", "nodenext", "--skipLibCheck", "--types", ""];
  try {
    execFileSync(process.execPath, [compiler, ...flags, "--lib", "es2023,dom", file], { cwd: made, stdio: "pipe" });
    return [];
  } catch (error) {
    const { stdout } = error as { readonly stdout?: Buffer };
    return [`types: ${String(stdout).split("\n").slice(0, 3).join(" ")}`];
  }
}

async function versionOf(path: string): Promise<string> {
  try {
    const { dependencies } = JSON.parse(await readFile(join(path, "package.json"), "utf8"));
    return dependencies?.["@strapi/strapi"] ?? "?";
  } catch {
    return "?";
  }
}

async function besidePeer(app: string, path: string): Promise<string> {
  const project = await loadProject(path, { environment: {} }).catch(() => null);
  const types = [...(project?.schema.types.values() ?? [])].filter(({ rest }) => rest);
  const paths = types.map(
    ({ kind, singularName, pluralName }) => `/api/${kind === "single" ? singularName : pluralName}?populate=*`,
  );
  const answers = await askPeer(app, path, join(made, "peer"), paths);
  if (typeof answers === "string") return `the peer does not start: ${answers.replaceAll("|", "/")}`;
  // A single type without an entry is not found.
  const good = answers.filter((status, at) => status === 200 || (status === 404 && types[at]?.kind === "single"));
  return `the peer serves ${good.length}/${paths.length}`;
}
