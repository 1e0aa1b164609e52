import type { Cell } from "../../values/row.ts";
import type { Status, VersionRecord } from "../../values/version.ts";
import { NumberList } from "../rows/number-list.ts";
import type { Sources } from "./sources.ts";

/** Where the versions of one status are, by document number: numeric id (0 where there is none), source, place in it. */
interface Places {
  readonly ids: NumberList;
  readonly sources: NumberList;
  readonly places: NumberList;
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
    const none = (): Places => ({ ids: new NumberList(), sources: new NumberList(), places: new NumberList() });
    this.#sources = sources;
    this.#places = { draft: none(), published: none() };
    this.#uniqueCells = Array.from({ length: uniques }, () => []);
  }

  /** `number`: that of the document, or one more than the highest so far. */
  put(status: Status, number: number, documentId: string, id: number, source: number, place: number): void {
    this.documentIds[number] = documentId;
    const { ids, sources, places } = this.#places[status];
    if (ids.at(number) > 0) this.#sources.release(sources.at(number));
    ids.set(number, id);
    sources.set(number, source);
    places.set(number, place);
    this.#sources.expect(source);
  }

  /** Notes what a published version has in the cell that a unique attribute is in. */
  putUnique(index: number, number: number, cell: Cell | undefined): void {
    const cells = this.#uniqueCells[index];
    if (cells !== undefined) cells[number] = cell;
  }

  has(status: Status, number: number): boolean {
    return this.idOf(status, number) > 0;
  }

  remove(status: Status, number: number): void {
    if (!this.has(status, number)) return;
    const { ids, sources } = this.#places[status];
    this.#sources.release(sources.at(number));
    ids.set(number, 0);
    if (!this.has("draft", number) && !this.has("published", number)) this.documentIds[number] = undefined;
  }

  idOf(status: Status, number: number): number {
    return this.#places[status].ids.at(number);
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
    const there = new Int32Array(ids.length);
    let count = 0;
    let last = 0;
    let isInOrder = true;
    for (let number = 0; number < ids.length; number++) {
      const id = ids.at(number);
      if (id === 0) continue;
      if (id < last) isInOrder = false;
      last = id;
      there[count++] = number;
    }
    const numbers = there.subarray(0, count);
    return isInOrder ? numbers : numbers.sort((a, b) => ids.at(a) - ids.at(b));
  }

  /** Reads a version, which is not asked for again. */
  take(status: Status, number: number): VersionRecord {
    const { sources, places } = this.#places[status];
    const source = sources.at(number);
    const version = this.#sources.version(source, places.at(number));
    this.#sources.release(source);
    return version;
  }

  /** Lets go of what `take` does not need. */
  forgetUnique(): void {
    for (const cells of this.#uniqueCells) cells.length = 0;
  }
}
