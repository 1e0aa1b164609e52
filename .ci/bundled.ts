import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { BuildOptions } from "esbuild";

const { engines } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));

/** How sources become what users run: in the package, and in the builds that benchmarks compare. */
export const BUNDLED = {
  chunkNames: "chunks/[name]-[hash]",
  bundle: true,
  splitting: true,
  format: "esm",
  platform: "node",
  packages: "external",
  // Apart, its modules for users of other languages would take longer to load than Galley.
  alias: { "zod/mini": fileURLToPath(import.meta.resolve("zod/mini")) },
  target: `node${/\d+\.\d+/.exec(engines.node)?.[0]}`,
} as const satisfies BuildOptions;
