import { invariant } from "../../error.ts";
import type { Json } from "../../values/value.ts";
import { type Layer, localeOf, statusOf } from "../../values/version.ts";
import type { ChangeOf } from "../commit.ts";
import type { Collection } from "../rows/collection.ts";
import type { VersionColumns } from "../rows/version-columns.ts";
import type { Shape } from "../shape.ts";
import { RestoredVersions } from "./restored-versions.ts";
import { type ReadAgain, Sources } from "./sources.ts";

/** A source of restored versions, and how many were taken from it. */
export interface OpenSource {
  readonly number: number;
  taken: number;
}

/** The restored content of one content type. */
interface Restored {
  readonly collection: Collection;
  readonly versions: RestoredVersions;
}

/**
 * A state that is being restored: it records which versions remain after all changes. In the meantime collections know
 * their documents, but have no rows until `finishRestore`.
 */
export class Restoration {
  readonly #shape: Shape;
  #collections: ReadonlyMap<string, Collection>;
  readonly #sources = new Sources();
  readonly #types = new Map<string, Restored>();

  /** `collections` must be empty. */
  constructor(shape: Shape, collections: ReadonlyMap<string, Collection>) {
    this.#shape = shape;
    this.#collections = collections;
  }

  /** Begins to take versions from a source, in its order. */
  openSource(read: ReadAgain): OpenSource {
    return { number: this.#sources.open(read), taken: 0 };
  }

  /** No more versions will come from a source. */
  closeSource({ number }: OpenSource): void {
    this.#sources.release(number);
  }

  /** Takes all versions of a source. */
  putAll({ type, status, id, documentId, values }: VersionColumns, read: ReadAgain): void {
    const source = this.openSource(read);
    const restored = this.#of(type);
    const { collection, versions } = restored;
    for (const [at, name] of documentId.entries()) {
      const number = collection.numberFor(name, versions.documentIds.length);
      versions.put(status, number, name, id[at] ?? 0, source.number, at);
      this.#noteUnique(restored, status, number, (attribute) => values.get(attribute)?.[at]);
    }
    this.closeSource(source);
  }

  /** Takes the next version of a source. Its values are read only if one of them must be unique. */
  put({ type, status, version }: ChangeOf<"put">, source: OpenSource): void {
    const { id, documentId } = version;
    const restored = this.#of(type);
    const { collection, versions } = restored;
    const number = collection.numberFor(documentId, versions.documentIds.length);
    versions.put(status, number, documentId, id, source.number, source.taken++);
    this.#noteUnique(restored, status, number, (attribute) => version.values[attribute]);
  }

  remove({ type, status, documentId }: ChangeOf<"remove">): void {
    const { collection, versions } = this.#of(type);
    const number = collection.numberOf(documentId);
    if (number === undefined) return;
    versions.remove(status, number);
    if (versions.documentIds[number] === undefined) collection.forget(documentId);
  }

  /** The documentIds of the restored documents of a type by number; undefined for a removed document. */
  documentIds(type: string): readonly (string | undefined)[] {
    return this.#of(type).versions.documentIds;
  }

  /** Everything is cleared; what follows goes into these collections. */
  clear(collections: ReadonlyMap<string, Collection>): void {
    this.#collections = collections;
    this.#types.clear();
  }

  /** Hands the remaining versions to the collections. */
  finishRestore(): void {
    for (const { collection, versions } of this.#types.values())
      collection.finishRestore(versions, this.#shape.layouts);
  }

  #noteUnique(
    { collection, versions }: Restored,
    layer: Layer,
    number: number,
    read: (attribute: string) => Json | undefined,
  ): void {
    if (statusOf(layer) !== "published") return;
    const type = collection.type.uid;
    const locale = localeOf(layer);
    for (const [at, { cell }] of (this.#shape.uniques.get(type) ?? []).entries()) {
      versions.putUnique(locale, at, number, this.#shape.layouts.cellAt(type, cell, read));
    }
  }

  #of(type: string): Restored {
    const known = this.#types.get(type);
    if (known !== undefined) return known;
    const collection = this.#collections.get(type);
    invariant(collection !== undefined, `content type ${type} has a collection`);
    const uniques = this.#shape.uniques.get(type)?.length ?? 0;
    const restored = { collection, versions: new RestoredVersions(this.#sources, uniques) };
    this.#types.set(type, restored);
    return restored;
  }
}
