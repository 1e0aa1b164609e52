import { describeIssue, type Issue } from "../../engine/internal.ts";

/** Invalid options, with every fault that was found. The message shows each with its path. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
  readonly issues: readonly Issue[];

  /** `source`: where the options come from: the name of a file, or another description. */
  constructor(source: string, issues: readonly Issue[]) {
    const verb = source.startsWith("Options") ? "are" : "is";
    super(`${source} ${verb} not valid:\n${issues.map((issue) => `  ${describeIssue(issue)}`).join("\n")}`);
    this.issues = issues;
  }
}
