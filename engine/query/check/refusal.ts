import { EngineError, type ErrorDetails } from "../../error.ts";

/** The parameters that name attributes: the message about a wrong name says which of them has it. */
export type Parameter = "filters" | "sort" | "fields" | "populate";

/**
 * The refusal of a name: unknown at its place, or not to be used there. `path` is the dotted way to it, null at the root
 * (reads, §14).
 */
export function invalidKey(key: string, path: string | null, param: Parameter): EngineError {
  return new EngineError("validation", invalidKeyMessage(key, path), { key, path, source: "query", param });
}

/** The message alone, for the recorded refusal that does not name its parameter. */
export function invalidKeyMessage(key: string, path: string | null): string {
  return path === null || path === key ? `Invalid key ${key}` : `Invalid key ${key} at ${path}`;
}

/** The refusal of what a parameter holds. */
export function invalid(message: string, details: ErrorDetails = {}): EngineError {
  return new EngineError("validation", message, details);
}

/** The path of a name below a path. */
export function below(path: string | null, name: string): string {
  return path === null ? name : `${path}.${name}`;
}
