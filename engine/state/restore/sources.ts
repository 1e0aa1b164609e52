import { invariant } from "../../error.ts";
import type { VersionRecord } from "../../values/version.ts";

/** Reads versions once more, in the same order as the first time. */
export type ReadAgain = () => readonly VersionRecord[];

/** What restored versions are read from once more. A source is let go of when no version is to come from it any more. */
export class Sources {
  readonly #reads: (ReadAgain | null)[] = [];
  /** Versions that are still to come from each source, and one more while it is open. */
  readonly #awaited: number[] = [];
  /** Read last: versions are mostly asked for in the order in which they are stored. */
  #last: { readonly source: number; readonly versions: readonly VersionRecord[] } | null = null;

  /** Gives the number of a source, which stays until it is released: `expect` may be called until then. */
  open(read: ReadAgain): number {
    this.#awaited.push(1);
    return this.#reads.push(read) - 1;
  }

  /** One version of the source may be asked for. */
  expect(source: number): void {
    this.#awaited[source] = (this.#awaited[source] ?? 0) + 1;
  }

  /** One version of the source is not asked for any more, or no more are expected of it. */
  release(source: number): void {
    const left = (this.#awaited[source] ?? 0) - 1;
    this.#awaited[source] = left;
    if (left > 0) return;
    this.#reads[source] = null;
    if (this.#last?.source === source) this.#last = null;
  }

  version(source: number, place: number): VersionRecord {
    if (this.#last?.source !== source) {
      const read = this.#reads[source];
      invariant(read, `source ${source} is still there`);
      this.#last = { source, versions: read() };
    }
    const version = this.#last.versions[place];
    invariant(version !== undefined, `version ${place} is in its source`);
    return version;
  }
}
