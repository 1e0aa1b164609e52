import { invariant } from "../../error.ts";
import type { PartColumn } from "../../structures/paged/part-column.ts";
import type { Json } from "../../values/value.ts";
import type { VersionRecord } from "../../values/version.ts";
import type { VersionsInOrder } from "../rows/version-columns.ts";

/** Reads versions again, in the same order as the first time. */
export interface ReadAgain {
  versions(): VersionsInOrder;
  /** One of them, read without the others; null if that is not possible. */
  version?(index: number): VersionRecord | null;
  /**
   * One value of each version: of an attribute, or one of its times. Empty if no version has such a value, null if it
   * cannot be read without the others.
   */
  column?(name: string): PartColumn<Json> | null;
}

/**
 * The sources that restored versions can be read from again. A source is released when no more versions will be read
 * from it.
 */
export class Sources {
  readonly #reads: (ReadAgain | null)[] = [];
  /** The number of versions still to be read from each source, plus one while it is open. */
  readonly #awaited: number[] = [];
  /** The source that was read last: versions are mostly requested in the order in which they are stored. */
  #last: { readonly source: number; readonly versions: VersionsInOrder } | null = null;
  /** The source of the version that was read last without the others of it. */
  #lastAlone = -1;
  /** The source whose columns were read last, and these columns. */
  #lastColumns: { readonly source: number; readonly columns: Map<string, PartColumn<Json> | null> } | null = null;

  /** Returns the number of a source. It stays open, so that `expect` may be called, until it is released. */
  open(read: ReadAgain): number {
    this.#awaited.push(1);
    return this.#reads.push(read) - 1;
  }

  /** One more version of the source may be read. */
  expect(source: number): void {
    this.#awaited[source] = (this.#awaited[source] ?? 0) + 1;
  }

  /** One version of the source will not be read any more, or the source is closed. */
  release(source: number): void {
    const left = (this.#awaited[source] ?? 0) - 1;
    this.#awaited[source] = left;
    if (left > 0) return;
    this.#reads[source] = null;
    if (this.#last?.source === source) this.#last = null;
    if (this.#lastColumns?.source === source) this.#lastColumns = null;
  }

  /** As `ReadAgain.column` returns it. */
  column(source: number, name: string): PartColumn<Json> | null {
    if (this.#lastColumns?.source !== source) this.#lastColumns = { source, columns: new Map() };
    const { columns } = this.#lastColumns;
    let column = columns.get(name);
    if (column === undefined) {
      column = this.#reads[source]?.column?.(name) ?? null;
      columns.set(name, column);
    }
    return column;
  }

  /**
   * A version of a source. The first of several is read alone if that is possible, as the versions on a page of a list are from
   * as many sources; with the second, all are.
   */
  version(source: number, index: number): VersionRecord {
    if (this.#last?.source === source) return versionAt(this.#last.versions, index);
    const read = this.#reads[source];
    invariant(read, `source ${source} is still there`);
    const alone = this.#lastAlone === source ? null : read.version?.(index);
    this.#lastAlone = source;
    if (alone) return alone;
    const versions = read.versions();
    this.#last = { source, versions };
    return versionAt(versions, index);
  }
}

function versionAt(versions: VersionsInOrder, index: number): VersionRecord {
  const version = versions.at(index);
  invariant(version !== undefined, `version ${index} is in its source`);
  return version;
}
