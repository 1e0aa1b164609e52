import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The root of the project, also for programs that `buildProgram` writes at the same depth. */
export const ROOT = fileURLToPath(new URL("../..", import.meta.url));
export const RESULTS = join(ROOT, "bench/results");
