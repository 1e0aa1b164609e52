import { EngineError, SchemaError } from "../../../engine/internal.ts";
import { isError, StorageError } from "../../../storage/internal.ts";
import { ConfigError } from "../../config/config-error.ts";
import { FactoryError } from "../../library/factory/factory-error.ts";
import { SeedError } from "../../library/seed/seed-error.ts";
import { ProjectError } from "../../strapi/project/project-error.ts";
import { TwinError } from "../../twin/twin-error.ts";
import { BenchError } from "../bench/bench-error.ts";
import { ListenError } from "../serve/listen-error.ts";

const EXPECTED = [
  BenchError,
  ConfigError,
  EngineError,
  FactoryError,
  ListenError,
  ProjectError,
  SchemaError,
  SeedError,
  StorageError,
  TwinError,
];

/** Codes of a place that cannot be written, such as a mount for reading only. */
const READ_ONLY: ReadonlySet<string> = new Set(["EACCES", "EPERM", "EROFS"]);

/** The message of a failing command: expected errors as they are, any other by its first line and a hint to its stack. */
export function describeFailure(error: unknown): string {
  if (!isError(error)) return String(error);
  if (error instanceof EngineError && typeof error.details?.reason === "string") {
    return `${error.message}: ${error.details.reason}`;
  }
  if (error instanceof StorageError && READ_ONLY.has(String(error.details.code))) {
    return `${error.message} (--data PLACE keeps the content elsewhere, --data memory nowhere)`;
  }
  if (EXPECTED.some((kind) => error instanceof kind) || isSystemError(error)) return error.message;
  if (/\bgalley\b/.test(process.env.NODE_DEBUG ?? "")) return error.stack ?? error.message;
  return `${error.message}\nThat was not foreseen: NODE_DEBUG=galley shows where it happened.`;
}

/** Errors of the operating system: a port in use, a file that may not be read. */
function isSystemError(error: Error): boolean {
  return "syscall" in error || "errno" in error;
}
