import type { Owner } from "../../structures/paged/owner.ts";
import { PagedMap } from "../../structures/paged/paged-map.ts";
import type { Status } from "../../values/version.ts";
import type { DocumentTable } from "./document-table.ts";
import type { Space } from "./space.ts";

/** The rows of one locale. */
export interface LocaleRows {
  readonly documents: DocumentTable;
  readonly spaces: { readonly [status in Status]: Space };
}

/** The numbers of the documents of one content type; a document has the same number in every locale. */
export class DocumentNumbers {
  readonly #numbers: PagedMap<string, number>;
  readonly #locales: LocaleRows[] = [];
  #next: number;
  /** The last look-up and its result: a write asks for the same document many times in a row. */
  #lastAsked: string | null = null;
  #lastFound: number | undefined = undefined;

  private constructor(numbers: PagedMap<string, number>, next: number) {
    this.#numbers = numbers;
    this.#next = next;
  }

  static empty(owner: Owner): DocumentNumbers {
    return new DocumentNumbers(new PagedMap(owner), 0);
  }

  /** How many documents there are, in any locale. */
  get size(): number {
    return this.#numbers.size;
  }

  /** Registers a locale whose documents are numbered here. */
  number(locale: LocaleRows): void {
    this.#locales.push(locale);
  }

  get locales(): readonly LocaleRows[] {
    return this.#locales;
  }

  /** Whether a document has a version of this status in any locale, apart from the one with these documents. */
  hasVersion(number: number, status: Status, apartFrom?: DocumentTable): boolean {
    return this.#locales.some(
      ({ documents }) => documents !== apartFrom && documents.slotOf(number, status) !== undefined,
    );
  }

  /** Undefined if no version of the document exists. */
  of(documentId: string): number | undefined {
    if (documentId !== this.#lastAsked) this.#note(documentId, this.#numbers.get(documentId));
    return this.#lastFound;
  }

  /** The number of a document that is about to be added; a new document gets a new number. */
  for(documentId: string, newNumber = this.#next): number {
    const number = this.#numbers.getOrAdd(documentId, newNumber);
    if (number >= this.#next) this.#next = number + 1;
    this.#note(documentId, number);
    return number;
  }

  /** The documentId of the document with this number. */
  nameOf(number: number): string | undefined {
    for (let at = 0; at < this.#locales.length; at++) {
      const name = this.#locales[at]?.documents.nameOf(number);
      if (name !== undefined) return name;
    }
    return undefined;
  }

  /** documentIds in the order of their numbers. */
  *documentIds(): Generator<string> {
    for (let number = 0; number < this.#next; number++) {
      const name = this.nameOf(number);
      if (name !== undefined) yield name;
    }
  }

  /** The document was removed from one locale; its number is freed if it is in no other one. */
  release(documentId: string, number: number): void {
    if (this.nameOf(number) === undefined) this.forget(documentId);
  }

  /** Removes a document without versions. */
  forget(documentId: string): void {
    this.#numbers.delete(documentId);
    this.#note(documentId, undefined);
  }

  /** The same numbers for another owner, with its own locales. */
  fork(owner: Owner): DocumentNumbers {
    return new DocumentNumbers(this.#numbers.fork(owner), this.#next);
  }

  #note(documentId: string, number: number | undefined): void {
    this.#lastAsked = documentId;
    this.#lastFound = number;
  }
}
