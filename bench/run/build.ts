import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { basename, join } from "node:path";
import { build, buildSync, type Plugin } from "esbuild";
import { BUNDLED } from "../../.ci/bundled.ts";
import { refuse } from "./command-line.ts";
import { RESULTS, ROOT } from "./folders.ts";
import { withFolder } from "./with-folder.ts";

/** Galley compiled, as users run it. */
export interface Build {
  /** Its name in the results. */
  readonly name: string;
  readonly folder: string;
}

/** Compiles the working tree. */
export function buildWorkingTree(): Build {
  return { name: "galley", folder: compile(ROOT, "working-tree") };
}

/** Compiles the working tree with a text of some sources, which stands there once, replaced by another. */
export async function buildWithout(name: string, replacements: readonly Replacement[]): Promise<Build> {
  const replaced = new Map(replacements.map((each) => [join(ROOT, each.file), sourceWith(each)]));
  const plugin: Plugin = {
    name: "replaced",
    setup: ({ onLoad }) =>
      onLoad({ filter: /\.ts$/ }, ({ path }) => {
        const contents = replaced.get(path);
        return contents === undefined ? null : { contents, loader: "ts" };
      }),
  };
  const options = optionsFor(ROOT, `without-${name}`);
  await build({ ...options, plugins: [plugin] });
  return { name: `without ${name}`, folder: options.outdir };
}

/** A text of a source, which stands there once, becomes another one. */
export interface Replacement {
  readonly file: string;
  readonly text: string;
  readonly by: string;
}

function sourceWith({ file, text, by }: Replacement): string {
  const [before, after, ...more] = readFileSync(join(ROOT, file), "utf8").split(text);
  if (after === undefined || more.length > 0) throw new Error(`${file} does not have this text once: ${text}`);
  return before + by + after;
}

/** The commit of a revision; ends the process if there is none. */
export function commitOf(revision: string): string {
  try {
    return git("rev-parse", "--short", "--end-of-options", `${revision}^{commit}`);
  } catch {
    return refuse(`There is no revision ${revision}`);
  }
}

/** Compiles another commit, in a temporary work tree. */
export function buildRevision(commit: string): Promise<Build> {
  return withFolder(async (folder) => {
    const tree = join(folder, "tree");
    git("worktree", "add", "--detach", tree, commit);
    try {
      symlinkSync(join(ROOT, "node_modules"), join(tree, "node_modules"));
      return { name: `galley@${commit}`, folder: compile(tree, commit) };
    } finally {
      git("worktree", "remove", "--force", tree);
    }
  });
}

/** The revision of the working tree, with a `+` if it has uncommitted changes. */
export function revisionHere(): string {
  if (!existsSync(join(ROOT, ".git"))) return "unknown";
  const changed = git("status", "--porcelain", "--", "engine", "storage", "transport") !== "";
  return git("rev-parse", "--short", "HEAD") + (changed ? "+" : "");
}

/**
 * The imports of the benchmark servers, and the setup of V8 by `galley serve`, which earlier revisions did not have.
 */
const ENTRIES = ["transport/galley.ts", "storage/index.ts", "transport/cli/serve/without-pretenuring.ts"];

/** Bundles it as the package does. The folder is below the results, so that packages are found. */
function compile(tree: string, name: string): string {
  const options = optionsFor(tree, name);
  buildSync(options);
  return options.outdir;
}

function optionsFor(tree: string, name: string) {
  const outdir = join(RESULTS, "build", name);
  rmSync(outdir, { recursive: true, force: true });
  const entryPoints = ENTRIES.map((path) => join(tree, path)).filter((path) => existsSync(path));
  return { entryPoints, outdir, outbase: tree, ...BUNDLED };
}

/**
 * The flags of such a process. They fix the young generation at 16 MB: after each full collection V8 shrinks it to a
 * sixteenth of that. Each collection of the young generation visits every page of the old one: ten thousand pages with a
 * million posts.
 */
const FLAGS = ["--expose-gc", "--max-old-space-size=20000", "--min-semi-space-size=16"];

/**
 * Runs a program of the benchmarks in a process of its own, with a task as `optionsOf` reads it; returns the JSON that it
 * writes. It is compiled into one file, as users run the code that it measures. tsx adds a call that names every function
 * at its creation, which doubled the time of some questions.
 */
export function runProgram<R>(path: string, task: object): R {
  const outfile = join(RESULTS, `${basename(path, ".ts")}.js`);
  buildSync({ entryPoints: [join(ROOT, path)], outfile, ...BUNDLED, splitting: false });
  const output = execFileSync(process.execPath, [...FLAGS, outfile, JSON.stringify(task)], {
    encoding: "utf8",
    maxBuffer: 1e8,
    stdio: ["ignore", "pipe", "inherit"],
  });
  return JSON.parse(output);
}

function git(...args: readonly string[]): string {
  return execFileSync("git", ["-C", ROOT, ...args], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim();
}
