import { EngineError, SchemaError } from "../../engine/index.ts";
import { StorageError } from "../../storage/index.ts";
import { ConfigError } from "../config-error.ts";
import { ProjectError } from "../project/project-error.ts";
import { SeedError } from "../seed/seed-error.ts";
import { BenchError } from "./bench/bench-error.ts";

/** What a failing start says: the faults it is meant to name as they are, any other with its stack. */
export function describeFailure(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const expected = [BenchError, ConfigError, ProjectError, SchemaError, SeedError, StorageError, EngineError].some(
    (kind) => error instanceof kind,
  );
  return expected || isSystemError(error) ? error.message : (error.stack ?? error.message);
}

/** What the operating system refused: a port in use, a file that may not be read. */
function isSystemError(error: Error): boolean {
  return "syscall" in error || "errno" in error;
}
