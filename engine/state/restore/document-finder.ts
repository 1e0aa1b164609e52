import type { Collection } from "../rows/collection.ts";

/** Finds documents by their documentIds, which come mostly in the order of the documents, some of them several times. */
export class DocumentFinder {
  readonly #collection: Collection;
  readonly #documentIds: readonly (string | undefined)[];
  #last = 0;

  /** `documentIds`: the known documentIds, by the number of their document. */
  constructor(collection: Collection, documentIds: readonly (string | undefined)[]) {
    this.#collection = collection;
    this.#documentIds = documentIds;
  }

  /** The number of a document; undefined if it does not exist. */
  numberOf(documentId: string): number | undefined {
    if (this.#documentIds[this.#last] === documentId) return this.#last;
    const isNext = this.#documentIds[this.#last + 1] === documentId;
    const number = isNext ? this.#last + 1 : this.#collection.numberOf(documentId);
    if (number !== undefined) this.#last = number;
    return number;
  }
}
