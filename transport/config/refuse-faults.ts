import type { Issue } from "../../engine/internal.ts";
import type { shapes } from "../../storage/core.ts";
import { ConfigError } from "./config-error.ts";

/** @throws ConfigError with every fault and its path; `source` says where the value comes from. */
export function refuseFaults<T>(shape: shapes.Shape<T>, value: unknown, source: string): asserts value is T {
  const issues = shape(value);
  if (issues.length > 0) throw new ConfigError(source, withoutValues(issues));
}

/** Without the values: they may be secrets, and errors are logged. */
export function withoutValues(issues: readonly Issue[]): readonly Issue[] {
  return issues.map(({ path, message }) => ({ path, message }));
}
