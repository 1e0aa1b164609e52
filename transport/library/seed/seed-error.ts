import { describeIssue, type Issue } from "../../../engine/internal.ts";

/** A seed that cannot be planted: holds the faults that were found. The message shows each with its path. */
export class SeedError extends Error {
  override readonly name = "SeedError";
  readonly issues: readonly Issue[];

  /** `source` names the file that the seed comes from, or what else holds it. */
  constructor(source: string, issues: readonly Issue[]) {
    super(`${source} cannot be planted:\n${issues.map((issue) => `  ${describeIssue(issue)}`).join("\n")}`);
    this.issues = issues;
  }
}
