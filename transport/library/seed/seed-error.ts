import { describeIssue, type Issue } from "../../../engine/internal.ts";

const LINES = 20;

/** An invalid seed, with the faults that were found. The message shows the first of them, each with its path. */
export class SeedError extends Error {
  override readonly name = "SeedError";
  readonly issues: readonly Issue[];

  /** `source`: the file that the seed comes from, or another description. */
  constructor(source: string, issues: readonly Issue[]) {
    const lines = issues.slice(0, LINES).map(describeIssue);
    if (issues.length > LINES) lines.push(`and ${issues.length - LINES} more`);
    super(`${source} cannot be planted:\n${lines.map((line) => `  ${line}`).join("\n")}`);
    this.issues = issues;
  }
}
