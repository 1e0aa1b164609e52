import type { ProjectFault, Remedy } from "./project-error.ts";

/** Findings in a project. */
export class Findings {
  /** Faults, which refuse a project in strict mode; each says what happens to it otherwise. */
  readonly faults: ProjectFault[] = [];
  /** Warnings, which refuse nothing. */
  readonly warnings: ProjectFault[] = [];
  /** Files with settings or content types that were not read, as they need their code to be run. */
  readonly unread: string[] = [];

  fault(file: string, message: string, path: readonly string[] = [], remedy: Remedy = "left out"): void {
    this.faults.push({ file, path, message, remedy });
  }

  warning(file: string, message: string, path: readonly string[] = []): void {
    this.warnings.push({ file, path, message });
  }
}
