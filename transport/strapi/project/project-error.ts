export type Remedy = "kept" | "left out";

/** One fault of a project, or a warning. */
export interface ProjectFault {
  /** Relative to the project, with slashes; `.` for the project itself. */
  readonly file: string;
  /** Keys on the path to the fault from the root of the file. */
  readonly path: readonly string[];
  readonly message: string;
  /** The remedy for the faulty part, if the rest is served. */
  readonly remedy?: Remedy;
}

/**
 * A project that cannot be loaded, with every fault that was found. The message shows each with its place, and without a
 * remedy: nothing of the project is served.
 */
export class ProjectError extends Error {
  override readonly name = "ProjectError";
  readonly faults: readonly ProjectFault[];

  constructor(project: string, found: readonly ProjectFault[]) {
    const faults = found.map(({ remedy, ...fault }) => fault);
    super(`${project} cannot be loaded:\n${faults.map((fault) => `  ${describeFault(fault)}`).join("\n")}`);
    this.faults = faults;
  }
}

/** A fault, or a warning, on one line. */
export function describeFault({ file, path, message, remedy }: ProjectFault): string {
  const place = path.length === 0 ? file : `${file}: ${path.join(".")}`;
  return `${place}: ${message}${remedy === undefined ? "" : ` (${remedy})`}`;
}
