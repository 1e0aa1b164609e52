import { spawnSync } from "node:child_process";

/**
 * Runs the asked parts of a program: of several, each in a process of its own, so that none finds the code compiled, or the
 * memory filled, by another.
 */
export async function runParts<P extends string>(asked: readonly P[], parts: { readonly [part in P]: () => unknown }) {
  const [only, ...others] = asked;
  if (only === undefined) return;
  if (others.length === 0) {
    await parts[only]();
    return;
  }
  const [program = "", ...given] = process.argv.slice(1);
  const rest = given.filter((arg, at) => !arg.startsWith("--part") && given[at - 1] !== "--part");
  for (const part of asked) {
    const args = [...process.execArgv, program, ...rest, "--part", part];
    const { status } = spawnSync(process.execPath, args, { stdio: "inherit" });
    if (status !== 0) process.exit(status ?? 1);
  }
}
