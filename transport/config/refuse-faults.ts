import type { Issue } from "../../engine/internal.ts";
import type { shapes } from "../../storage/core.ts";
import { ConfigError } from "./config-error.ts";

/** @throws ConfigError with every fault and its path; `source` says where the value comes from. */
export function refuseFaults<T>(shape: shapes.Shape<T>, value: unknown, source: string): asserts value is T {
  const issues = shape(value);
  if (issues.length > 0) throw new ConfigError(source, withoutValues(issues));
}

/**
 * Refuses the arguments of a method that has none, as in `reset(snapshot)`, which is meant as `restore(snapshot)`.
 *
 * @throws TypeError with the path of the first.
 */
export function refuseArguments(method: string, given: readonly unknown[]): void {
  if (given.length > 0) throw new TypeError(`${method}[0]: not allowed: ${method}() takes no arguments`);
}

/** Without the values: they may be secrets, and errors are logged. */
export function withoutValues(issues: readonly Issue[]): readonly Issue[] {
  return issues.map(({ path, message }) => ({ path, message }));
}
