import { EngineError, type ErrorDetails } from "../../error.ts";

/** The parameters that name attributes. The message about an invalid name says which of them contains it. */
export type Parameter = "filters" | "sort" | "fields" | "populate";

/**
 * The error for a name that is unknown at its place, or may not be used there. `path` is the dotted path to it, null at
 * the root (reads, §14).
 */
export function invalidKey(key: string, path: string | null, param: Parameter): EngineError {
  return new EngineError("validation", invalidKeyMessage(key, path), { key, path, source: "query", param });
}

/** The message alone, for the recorded error that does not name its parameter. */
export function invalidKeyMessage(key: string, path: string | null): string {
  return path === null || path === key ? `Invalid key ${key}` : `Invalid key ${key} at ${path}`;
}

/** The error for an invalid value of a parameter. */
export function invalid(message: string, details: ErrorDetails = {}): EngineError {
  return new EngineError("validation", message, details);
}

/** The path of a name below a path. */
export function below(path: string | null, name: string): string {
  return path === null ? name : `${path}.${name}`;
}
