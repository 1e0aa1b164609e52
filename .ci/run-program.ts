// Runs the program of a table by its name, or prints the table: tsx .ci/run-program.ts TABLE [NAME [ARGUMENTS]].
// `npm run check` and `npm run bench -- http` are this with test/checks.ts and bench/programs.ts.
import { spawnSync } from "node:child_process";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

/** A program that `npm run check` or `npm run bench -- http` starts by its name. */
export interface Program {
  readonly name: string;
  /** One sentence for the table. */
  readonly does: string;
  /** About so long does it take on two cores. */
  readonly minutes: number;
  /** The programs that must be there beside Node. */
  readonly needs?: string;
  /** Files for `tsx`, or of tests for `vitest`; the arguments of the call follow. */
  readonly run: readonly ["tsx" | "vitest" | "bash", ...string[]];
  /** Variables of the environment unless the caller has set them. */
  readonly env?: Readonly<Record<string, string>>;
  /** The program of the same table that runs after this one has succeeded. */
  readonly followedBy?: string;
}

function commandOf({ run: [runner, ...args] }: Program, given: readonly string[]): string[] {
  if (runner === "bash") return ["bash", ...args, ...given];
  const started = {
    tsx: ["--import", "tsx"],
    vitest: ["node_modules/vitest/vitest.mjs", "run", "--config", "test/vitest.config.ts"],
  }[runner];
  return [process.execPath, ...started, ...args, ...given];
}

/** Returns its exit code. */
function run(programs: readonly Program[], program: Program, given: readonly string[]): number {
  const [command = "", ...args] = commandOf(program, given);
  const { status, error } = spawnSync(command, args, { stdio: "inherit", env: { ...program.env, ...process.env } });
  if (error !== undefined) console.error(`${command}: ${error.message}`);
  const next = programs.find(({ name }) => name === program.followedBy);
  return status === 0 && next !== undefined ? run(programs, next, []) : (status ?? 1);
}

function print(programs: readonly Program[]): void {
  const width = Math.max(...programs.map(({ name }) => name.length));
  for (const { name, does, minutes, needs } of programs) {
    const time = `${minutes} min${needs === undefined ? "" : `, needs ${needs}`}`;
    console.log(`${name.padEnd(width)}  ${does} (${time})`);
  }
}

const [table = "", name, ...given] = process.argv.slice(2);
const { programs }: { programs: readonly Program[] } = await import(pathToFileURL(resolve(table)).href);
const program = programs.find((each) => each.name === name);
if (program !== undefined) {
  // `npm run check -- NAME -- ARGUMENTS` is the habit of who calls scripts of npm.
  process.exitCode = run(programs, program, given[0] === "--" ? given.slice(1) : given);
} else if (name === undefined) {
  print(programs);
} else {
  print(programs);
  console.error(`\nThere is no "${name}".`);
  process.exitCode = 2;
}
