import { ProjectError, type ProjectFault } from "../../project/project-error.ts";
import { ARCHIVE_LIMITS } from "../entries/limits.ts";

/** Collects faults to report them together; gives up when there are too many. */
export class Faults {
  /** Whether content that has no place in the project is a fault, too, instead of being left out. */
  readonly areStrict: boolean;
  readonly #archive: string;
  readonly #found: ProjectFault[] = [];
  readonly #reported = new Set<string>();

  /** `archive`: its name in the error. */
  constructor(archive: string, areStrict = true) {
    this.#archive = archive;
    this.areStrict = areStrict;
  }

  /** @throws ProjectError with all faults so far if this exceeds the limit. */
  add(file: string, path: readonly string[], message: string): undefined {
    this.#found.push({ file, path, message });
    if (this.#found.length >= ARCHIVE_LIMITS.faults) throw new ProjectError(this.#archive, this.#found);
  }

  /** Adds the first of all faults with the same subject. */
  once(subject: string, file: string, path: readonly string[], message: string): void {
    if (this.#reported.has(subject)) return;
    this.#reported.add(subject);
    this.add(file, path, message);
  }

  /** @throws ProjectError with every fault, if there is one. */
  check(): void {
    if (this.#found.length > 0) throw new ProjectError(this.#archive, this.#found);
  }
}
