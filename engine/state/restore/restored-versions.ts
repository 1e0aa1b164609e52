import type { PartColumn } from "../../structures/paged/part-column.ts";
import type { Cell } from "../../values/row.ts";
import type { Json } from "../../values/value.ts";
import { type Layer, layerOf, localeOf, type VersionRecord } from "../../values/version.ts";
import { NumberList } from "../rows/number-list.ts";
import { type Locations, RowRuns } from "./row-runs.ts";
import type { Sources } from "./sources.ts";

/**
 * The versions of one content type while a state is restored, and the source that each can be read from again on
 * demand. Versions that are replaced or removed later are never turned into rows.
 */
export class RestoredVersions {
  /** By document number; undefined for a removed document. */
  readonly documentIds: (string | undefined)[] = [];
  readonly #sources: Sources;
  readonly #locations = new Map<Layer, Locations>();
  readonly #uniques: number;
  /** By locale: for each unique attribute, the cells of published versions by document number. */
  readonly #uniqueCells = new Map<string | null, readonly (Cell | undefined)[][]>();

  constructor(sources: Sources, uniques: number) {
    this.#sources = sources;
    this.#uniques = uniques;
  }

  /** The locales other than the default one. */
  locales(): ReadonlySet<string> {
    return new Set([...this.#locations.keys()].flatMap((layer) => localeOf(layer) ?? []));
  }

  /** By document number: the documents with a version in a locale. */
  documentIdsIn(locale: string): (string | undefined)[] {
    return this.documentIds.map((documentId, number) => {
      const isThere = this.has(layerOf("draft", locale), number) || this.has(layerOf("published", locale), number);
      return isThere ? documentId : undefined;
    });
  }

  /** `number`: the document's, or one more than the highest so far. */
  put(layer: Layer, number: number, documentId: string, id: number, source: number, index: number): void {
    this.documentIds[number] = documentId;
    const { ids, sources, indices } = this.#locationsIn(layer);
    if (ids.at(number) > 0) this.#sources.release(sources.at(number));
    ids.set(number, id);
    sources.set(number, source);
    indices.set(number, index);
    this.#sources.expect(source);
  }

  /** Records a published version's cell that contains a unique attribute. */
  putUnique(locale: string | null, index: number, number: number, cell: Cell | undefined): void {
    let all = this.#uniqueCells.get(locale);
    if (all === undefined) {
      all = Array.from({ length: this.#uniques }, () => []);
      this.#uniqueCells.set(locale, all);
    }
    const cells = all[index];
    if (cells !== undefined) cells[number] = cell;
  }

  has(layer: Layer, number: number): boolean {
    return this.idOf(layer, number) > 0;
  }

  remove(layer: Layer, number: number): void {
    if (!this.has(layer, number)) return;
    const { ids, sources } = this.#locationsIn(layer);
    this.#sources.release(sources.at(number));
    ids.set(number, 0);
    for (const each of this.#locations.keys()) if (this.has(each, number)) return;
    this.documentIds[number] = undefined;
  }

  idOf(layer: Layer, number: number): number {
    return this.#locations.get(layer)?.ids.at(number) ?? 0;
  }

  /** The cells of published versions that contain a unique attribute, with the numbers of their documents. */
  *uniqueCells(locale: string | null, index: number): Generator<readonly [number: number, cell: Cell | undefined]> {
    const layer = layerOf("published", locale);
    for (const [number, cell] of (this.#uniqueCells.get(locale)?.[index] ?? []).entries()) {
      if (this.has(layer, number)) yield [number, cell];
    }
  }

  /** The numbers of the documents with a version in this layer, ordered by the ids of these versions. */
  inOrder(layer: Layer): Int32Array {
    const { ids } = this.#locationsIn(layer);
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

  /** The ids of the versions of a layer by document number, 0 if there is none. */
  ids(layer: Layer): NumberList {
    return this.#locationsIn(layer).ids;
  }

  /** Where the versions of a layer are stored, of the documents with these numbers in order. */
  runs(layer: Layer, numbers: Int32Array): RowRuns {
    return new RowRuns(numbers, this.#locationsIn(layer));
  }

  /** Reads the version at an index of a source, which must not be requested again. */
  take(source: number, index: number): VersionRecord {
    const version = this.#sources.version(source, index);
    this.#sources.release(source);
    return version;
  }

  /** A value of each version in a source, as `ReadAgain.column` returns it. */
  column(source: number, name: string): PartColumn<Json> | null {
    return this.#sources.column(source, name);
  }

  /** Frees what rows do not need: they know by `runs` where their versions are. */
  forgetLocations(): void {
    this.#uniqueCells.clear();
    for (const [layer, { ids }] of this.#locations) {
      this.#locations.set(layer, { ids, sources: new NumberList(), indices: new NumberList() });
    }
  }

  #locationsIn(layer: Layer): Locations {
    const known = this.#locations.get(layer);
    if (known !== undefined) return known;
    const locations: Locations = { ids: new NumberList(), sources: new NumberList(), indices: new NumberList() };
    this.#locations.set(layer, locations);
    return locations;
  }
}
