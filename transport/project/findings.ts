import type { ProjectFault } from "./project-error.ts";

/** What was found on the way through a project. */
export class Findings {
  readonly faults: ProjectFault[] = [];
  /** What does not stand in the way. */
  readonly warnings: ProjectFault[] = [];

  fault(file: string, message: string, path: readonly string[] = []): void {
    this.faults.push({ file, path, message });
  }

  warning(file: string, message: string, path: readonly string[] = []): void {
    this.warnings.push({ file, path, message });
  }
}
