import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

/** Version of this package. */
export function version(): string {
  const file = createRequire(import.meta.url).resolve("galley/package.json");
  return JSON.parse(readFileSync(file, "utf8")).version;
}
