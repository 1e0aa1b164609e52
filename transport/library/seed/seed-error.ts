import { describeIssue, type Issue } from "../../../engine/internal.ts";

/** An invalid seed, with the faults that were found. The message shows each with its path. */
export class SeedError extends Error {
  override readonly name = "SeedError";
  readonly issues: readonly Issue[];

  /** `source`: the file that the seed comes from, or another description. */
  constructor(source: string, issues: readonly Issue[]) {
    super(`${source} cannot be planted:\n${issues.map((issue) => `  ${describeIssue(issue)}`).join("\n")}`);
    this.issues = issues;
  }
}
