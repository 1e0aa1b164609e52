import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";

const REFERENCE = /(?:\bfrom|\bimport)\s*\(?\s*"(\.[^"]+?)(?:\.d)?\.[jt]s"/g;

/** The declarations that these and what they import lead to: paths from the project's root. */
export function reachableDeclarations(entries) {
  return reachable(entries, (path) =>
    [...readFileSync(path, "utf8").matchAll(REFERENCE)].map(([, reference]) =>
      join(dirname(path), `${reference}.d.ts`),
    ),
  );
}

/** The built files that these and what they import, now or later, lead to, by what esbuild says of its output. */
export function reachableOutputs(entries, { outputs }) {
  return reachable(entries, (path) =>
    outputs[path].imports.filter(({ external }) => !external).map((imported) => imported.path),
  );
}

function reachable(entries, importsOf) {
  const reached = new Set();
  const pending = entries.map((path) => join(path));
  for (let path = pending.pop(); path !== undefined; path = pending.pop()) {
    if (reached.has(path)) continue;
    reached.add(path);
    pending.push(...importsOf(path));
  }
  return reached;
}
