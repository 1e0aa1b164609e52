import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

/** Below the project, whose packages are found there. */
const results = fileURLToPath(new URL("../../../bench/results", import.meta.url));

/** The compiler's report on its own work. */
export interface Compilation {
  readonly seconds: number;
  readonly instantiations: number;
  /** The compiler's errors; empty on success. */
  readonly errors: string;
}

/** Checks a TypeScript program under the settings of this project, on one thread, so that the counts are the same each time. */
export async function compile(program: string): Promise<Compilation> {
  await mkdir(results, { recursive: true });
  const folder = await mkdtemp(join(results, "types-"));
  try {
    await writeFile(join(folder, "program.ts"), program);
    const settings = { extends: "../../../tsconfig.json", include: ["program.ts"], exclude: [] };
    await writeFile(join(folder, "tsconfig.json"), JSON.stringify(settings));
    const told = await tsc(["--noEmit", "--extendedDiagnostics", "--singleThreaded", "-p", folder]);
    const errors = told.split("\n").filter((line) => line.includes(": error TS"));
    return {
      seconds: figure(told, "Total time"),
      instantiations: figure(told, "Instantiations"),
      errors: errors.join("\n"),
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** How the program names Galley's sources. */
export const SOURCES = "../../../transport/galley.ts";

/** How it names what `npm run build` makes of them, which is checked in a fraction of the time. */
export const BUILD = "../../../dist/transport/galley.js";

/** The compiler's output. */
export async function tsc(args: readonly string[]): Promise<string> {
  const manifest = createRequire(import.meta.url).resolve("typescript/package.json");
  const command = join(dirname(manifest), "bin/tsc");
  // An exit code above 0 means that there are errors, which the output tells.
  const { stdout } = await promisify(execFile)(process.execPath, [command, ...args]).catch((error) => error);
  return String(stdout);
}

function figure(told: string, name: string): number {
  const [, text] = new RegExp(`^${name}:\\s+([\\d.]+)`, "m").exec(told) ?? [];
  return Number(text);
}
