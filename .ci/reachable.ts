import { readFileSync } from "node:fs";
import { posix } from "node:path";
import type { Metafile } from "esbuild";

const REFERENCE = /(?:\bfrom|\bimport)\s*\(?\s*"(\.[^"]+?)(?:\.d)?\.[jt]s"/g;

/** A path from the project's root as package.json and esbuild write it, also on Windows: `dist/transport/galley.js`. */
export function slashed(path: string): string {
  return posix.normalize(path.replaceAll("\\", "/"));
}

/** The declarations that these and what they import lead to: paths from the project's root. */
export function reachableDeclarations(entries: readonly string[]): ReadonlySet<string> {
  return reachable(entries, (path) =>
    [...readFileSync(path, "utf8").matchAll(REFERENCE)].map(([, reference]) =>
      posix.join(posix.dirname(path), `${reference}.d.ts`),
    ),
  );
}

/** The built files that these and what they import, now or later, lead to, by what esbuild says of its output. */
export function reachableOutputs(
  entries: readonly string[],
  { outputs }: Pick<Metafile, "outputs">,
): ReadonlySet<string> {
  return reachable(entries, (path) => {
    const output = outputs[path];
    if (output === undefined) throw new Error(`esbuild has not built ${path}`);
    return output.imports.filter(({ external }) => !external).map((imported) => imported.path);
  });
}

function reachable(entries: readonly string[], importsOf: (path: string) => readonly string[]): ReadonlySet<string> {
  const reached = new Set<string>();
  const pending = entries.map(slashed);
  for (let path = pending.pop(); path !== undefined; path = pending.pop()) {
    if (reached.has(path)) continue;
    reached.add(path);
    pending.push(...importsOf(path));
  }
  return reached;
}
