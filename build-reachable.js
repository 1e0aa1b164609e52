import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";

const REFERENCE = /(?:\bfrom|\bimport)\s*\(?\s*"(\.[^"]+?)(?:\.d)?\.[jt]s"/g;

/** The built files of one extension that these and what they import, now or later, lead to: paths from the project's root. */
export function reachableFrom(entries, extension) {
  const reached = new Set();
  const pending = entries.map((path) => join(path));
  for (let path = pending.pop(); path !== undefined; path = pending.pop()) {
    if (reached.has(path)) continue;
    reached.add(path);
    for (const [, reference] of readFileSync(path, "utf8").matchAll(REFERENCE)) {
      pending.push(join(dirname(path), `${reference}${extension}`));
    }
  }
  return reached;
}
