import type { ProjectFault, Remedy } from "./project-error.ts";

/** What was found on the way through a project. */
export class Findings {
  /** What refuses a project where it may have no faults; each says what becomes of it where it may. */
  readonly faults: ProjectFault[] = [];
  /** Warnings, which refuse nothing. */
  readonly warnings: ProjectFault[] = [];

  fault(file: string, message: string, path: readonly string[] = [], remedy: Remedy = "left out"): void {
    this.faults.push({ file, path, message, remedy });
  }

  warning(file: string, message: string, path: readonly string[] = []): void {
    this.warnings.push({ file, path, message });
  }
}
