import type { Build } from "./build.ts";

/** The building of something that an index does without until then, and that is counted and kept up to date by it. */
export class PartBuild implements Build {
  readonly name: string;
  readonly bytes = 0;
  readonly step: () => boolean;

  constructor(name: string, step: () => boolean) {
    this.name = name;
    this.step = step;
  }

  /** Changes reach the index itself. */
  change(): void {}
}
