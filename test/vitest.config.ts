import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { LongestFirst } from "./support/run/longest-first.ts";

const ALL = "test/**/*.test.ts";
const FULL = "test/**/*.full.test.ts";
const PROPERTIES = "test/**/*.property.test.ts";

/**
 * The tests of `npm test` and of `npm run test:all` (`--mode`). Both run the properties: the first draws few cases, the
 * second more. Without a mode there is every test, and properties draw as many cases as they say.
 */
const TIERS: Readonly<Record<string, { include: string[]; exclude: string[]; env: Record<string, string> }>> = {
  quick: { include: [ALL], exclude: [FULL], env: { GALLEY_DEPTH: process.env.GALLEY_DEPTH ?? "0.1" } },
  full: { include: [FULL, PROPERTIES], exclude: [], env: { GALLEY_DEPTH: process.env.GALLEY_DEPTH ?? "0.5" } },
};

export default defineConfig(({ mode }) => ({
  test: {
    root: fileURLToPath(new URL("..", import.meta.url)),
    ...(TIERS[mode] ?? { include: [ALL], exclude: [] }),
    globalSetup: [
      "test/support/run/run-folder.ts",
      ...(mode === "full" ? ["test/support/run/missing-programs.ts"] : []),
    ],
    setupFiles: [
      "test/support/run/after-each-file.ts",
      ...(process.env.GALLEY_OPENAPI ? ["test/support/openapi/check-all-answers.ts"] : []),
      ...(process.env.GALLEY_PRISM ? ["test/support/openapi/through-prism.ts"] : []),
    ],
    // Tests wait for processes, disks and clocks: others use the cores meanwhile. Every worker loads all sources for itself.
    maxWorkers: availableParallelism() + 1,
    sequence: { sequencer: LongestFirst },
    // Most files take longer to load their subject than to test it: each process loads it once.
    isolate: false,
    // Transformed sources stay in node_modules/.experimental-vitest-cache: a third of the processor time of a short run.
    experimental: { fsModuleCache: true },
    // Tests make much that lives shortly: with room for it, collecting it takes a tenth less of all processor time.
    execArgv: ["--min-semi-space-size=32", "--max-semi-space-size=64"],
    // Limits are for what hangs: a slow or busy machine is no fault.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 120_000 } },
  },
}));
