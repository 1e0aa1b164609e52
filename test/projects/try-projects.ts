import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { parseArgs, stripVTControlCharacters } from "node:util";
import { loadProject } from "../../transport/strapi/project/load-project.ts";
import { askPeer } from "./peer.ts";
import { tryProject } from "./trial.ts";

/**
 * Tries every Strapi project in a folder and prints a table of what can be served of each, and why the rest cannot:
 *
 *     npm run check -- projects FOLDER [--peer]
 *
 * `--peer` also starts a real Strapi with the content types of each, and says how many of them it serves.
 */
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { peer: { type: "boolean", default: false } },
});
const [folder] = positionals;
if (folder === undefined) throw new Error("usage: npm run check -- projects FOLDER [--peer]");

const made = await mkdtemp(join(tmpdir(), "galley-projects-"));
let whole = 0;
const names = (await readdir(folder)).filter((name) => existsSync(join(folder, name, "src"))).sort();
for (const name of names) {
  const path = resolve(folder, name);
  const trial = await tryProject(path, name, made);
  const failures = [...trial.failures, ...compileFaults(name)];
  if (failures.length === 0) whole++;
  const beside = values.peer ? ` | ${await besidePeer(path, join(made, `${name}-peer`))}` : "";
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

/** The compiler's faults with the interfaces that were written for a project. */
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

/** Compares with a real Strapi that has the same content types. */
async function besidePeer(path: string, app: string): Promise<string> {
  const project = await loadProject(path, { environment: {} }).catch(() => null);
  const types = [...(project?.schema.types.values() ?? [])].filter(({ rest }) => rest);
  const paths = types.map(
    ({ kind, singularName, pluralName }) => `/api/${kind === "single" ? singularName : pluralName}?populate=*`,
  );
  try {
    await mkdir(app);
    const answers = await askPeer(path, app, paths);
    // A single type without an entry is not found.
    const isServed = (at: number) => answers[at] === 200 || (answers[at] === 404 && types[at]?.kind === "single");
    const refused = paths.flatMap((each, at) => (isServed(at) ? [] : `, ${each}: ${answers[at]}`));
    return `the peer serves ${paths.length - refused.length}/${paths.length}${refused.join("")}`;
  } catch (error) {
    const lines = stripVTControlCharacters(String(error)).split("\n").slice(1);
    const reason = lines.find((line) => /\berror\b/i.test(line)) ?? lines.at(-1) ?? "";
    return `the peer does not start: ${reason.slice(0, 300).replaceAll("|", "/")}`;
  }
}
