import type { Owner } from "../../structures/paged/owner.ts";
import { PagedMap } from "../../structures/paged/paged-map.ts";
import type { DocumentTable } from "./document-table.ts";

/** Numbers of the documents of one content type: a document has the same one in every locale. */
export class DocumentNumbers {
  readonly #numbers: PagedMap<string, number>;
  /** The documents of each locale, which number them here. */
  readonly #tables: DocumentTable[] = [];
  #next: number;
  /** What was looked up last, and what came of it: a write asks about one document many times in a row. */
  #lastAsked: string | null = null;
  #lastFound: number | undefined = undefined;

  private constructor(numbers: PagedMap<string, number>, next: number) {
    this.#numbers = numbers;
    this.#next = next;
  }

  static empty(owner: Owner): DocumentNumbers {
    return new DocumentNumbers(new PagedMap(owner), 0);
  }

  /** How many documents there are, in whatever locales. */
  get size(): number {
    return this.#numbers.size;
  }

  /** From now on the documents of this table have their numbers here. */
  number(table: DocumentTable): void {
    this.#tables.push(table);
  }

  /** Undefined when no version of the document exists. */
  of(documentId: string): number | undefined {
    if (documentId !== this.#lastAsked) this.#note(documentId, this.#numbers.get(documentId));
    return this.#lastFound;
  }

  /** The number of a document that is about to be put; one that is not there gets a new number. */
  for(documentId: string, newNumber = this.#next): number {
    const number = this.#numbers.getOrAdd(documentId, newNumber);
    if (number >= this.#next) this.#next = number + 1;
    this.#note(documentId, number);
    return number;
  }

  /** The documentId of the document with this number. */
  nameOf(number: number): string | undefined {
    for (let at = 0; at < this.#tables.length; at++) {
      const name = this.#tables[at]?.nameOf(number);
      if (name !== undefined) return name;
    }
    return undefined;
  }

  /** documentIds in the order of the documents' numbers. */
  *documentIds(): Generator<string> {
    for (let number = 0; number < this.#next; number++) {
      const name = this.nameOf(number);
      if (name !== undefined) yield name;
    }
  }

  /** The document is gone from one table; its number goes with the last one. */
  release(documentId: string, number: number): void {
    if (this.nameOf(number) === undefined) this.forget(documentId);
  }

  /** No version of the document is there any more. */
  forget(documentId: string): void {
    this.#numbers.delete(documentId);
    this.#note(documentId, undefined);
  }

  /** The same numbers for another owner, who has tables of his own. */
  fork(owner: Owner): DocumentNumbers {
    return new DocumentNumbers(this.#numbers.fork(owner), this.#next);
  }

  #note(documentId: string, number: number | undefined): void {
    this.#lastAsked = documentId;
    this.#lastFound = number;
  }
}
