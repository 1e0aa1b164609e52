import type { ProjectFault, Remedy } from "./project-error.ts";

/** Findings in a project. */
export class Findings {
  /** Faults, which refuse a project in strict mode; each says what happens to it otherwise. */
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
