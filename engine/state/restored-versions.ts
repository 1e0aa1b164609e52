import type { Status, VersionRecord } from "../document/version.ts";
import type { Cell } from "./row.ts";
import type { Sources } from "./sources.ts";

/** Where the versions of one status are, by document number: numeric id (0 where there is none), source, place in it. */
interface Places {
  readonly ids: number[];
  readonly sources: number[];
  readonly places: number[];
}

/**
 * Which versions of one content type there are, while a state is restored, and what each is read from once more when it
 * is first asked for. What is replaced or removed later is never made into rows.
 */
export class RestoredVersions {
  /** By document number; undefined for what is gone. */
  readonly documentIds: (string | undefined)[] = [];
  readonly #sources: Sources;
  readonly #places: { readonly [status in Status]: Places };
  /** For each unique attribute the cells of published versions, by document number. */
  readonly #uniqueCells: readonly (Cell | undefined)[][];

  constructor(sources: Sources, uniques: number) {
    const none = (): Places => ({ ids: [], sources: [], places: [] });
    this.#sources = sources;
    this.#places = { draft: none(), published: none() };
    this.#uniqueCells = Array.from({ length: uniques }, () => []);
  }

  /** `number`: that of the document, or one more than the highest so far. */
  put(status: Status, number: number, documentId: string, id: number, source: number, place: number): void {
    this.documentIds[number] = documentId;
    const { ids, sources, places } = this.#places[status];
    if (this.has(status, number)) this.#sources.release(sources[number] ?? 0);
    while (ids.length < number) {
      ids.push(0);
      sources.push(0);
      places.push(0);
    }
    ids[number] = id;
    sources[number] = source;
    places[number] = place;
    this.#sources.expect(source);
  }

  /** Notes what a published version has in the cell that a unique attribute is in. */
  putUnique(index: number, number: number, cell: Cell | undefined): void {
    const cells = this.#uniqueCells[index];
    if (cells !== undefined) cells[number] = cell;
  }

  has(status: Status, number: number): boolean {
    return (this.#places[status].ids[number] ?? 0) > 0;
  }

  remove(status: Status, number: number): void {
    if (!this.has(status, number)) return;
    const { ids, sources } = this.#places[status];
    this.#sources.release(sources[number] ?? 0);
    ids[number] = 0;
    if (!this.has("draft", number) && !this.has("published", number)) this.documentIds[number] = undefined;
  }

  idOf(status: Status, number: number): number {
    return this.#places[status].ids[number] ?? 0;
  }

  /** Numbers of documents with what their published version has in the cell that a unique attribute is in. */
  *uniqueCells(index: number): Generator<readonly [number: number, cell: Cell | undefined]> {
    for (const [number, cell] of (this.#uniqueCells[index] ?? []).entries()) {
      if (this.has("published", number)) yield [number, cell];
    }
  }

  /** Numbers of the documents with a version in this status, in the order of the versions' ids. */
  inOrder(status: Status): Int32Array {
    const { ids } = this.#places[status];
    const there = new Int32Array(ids.reduce((count, id) => (id > 0 ? count + 1 : count), 0));
    let at = 0;
    let isInOrder = true;
    for (const [number, id] of ids.entries()) {
      if (id === 0) continue;
      if (at > 0 && id < (ids[there[at - 1] ?? 0] ?? 0)) isInOrder = false;
      there[at++] = number;
    }
    return isInOrder ? there : there.sort((a, b) => (ids[a] ?? 0) - (ids[b] ?? 0));
  }

  /** Reads a version, which is not asked for again. */
  take(status: Status, number: number): VersionRecord {
    const { sources, places } = this.#places[status];
    const source = sources[number] ?? 0;
    const version = this.#sources.version(source, places[number] ?? 0);
    this.#sources.release(source);
    return version;
  }

  /** Lets go of what `take` does not need. */
  forgetUnique(): void {
    for (const cells of this.#uniqueCells) cells.length = 0;
  }
}
