import type { Owner } from "../../structures/paged/owner.ts";
import { PagedArray } from "../../structures/paged/paged-array.ts";
import type { Status } from "../../values/version.ts";
import { RestoredDocuments, type RestoredRows } from "../restore/restored-documents.ts";
import type { DocumentRows } from "./document-rows.ts";

/** The documents of a collection by number. Restored documents are created when they are first read. */
export class DocumentTable {
  readonly #owner: Owner;
  readonly #documents: PagedArray<DocumentRows>;
  #restored: RestoredDocuments | null;

  private constructor(owner: Owner, documents: PagedArray<DocumentRows>, restored: RestoredDocuments | null) {
    this.#owner = owner;
    this.#documents = documents;
    this.#restored = restored;
  }

  static empty(owner: Owner): DocumentTable {
    return new DocumentTable(owner, new PagedArray(owner), null);
  }

  /** One more than the highest number ever assigned. */
  get length(): number {
    return Math.max(this.#documents.length, this.#restored?.length ?? 0);
  }

  get(number: number): DocumentRows | undefined {
    return this.#documents.get(number) ?? this.#putTogether(number);
  }

  /** The slot of a version alone, which needs no row. */
  slotOf(number: number, status: Status): number | undefined {
    const known = this.#documents.get(number);
    return known === undefined ? this.#restored?.slotOf(number, status) : known[status]?.slot;
  }

  /** The documentId alone, which needs no row. */
  nameOf(number: number): string | undefined {
    return this.#restored?.nameOf(number) ?? this.#documents.get(number)?.documentId;
  }

  *values(): Generator<DocumentRows> {
    for (let number = 0; number < this.length; number++) {
      const document = this.get(number);
      if (document !== undefined) yield document;
    }
  }

  set(document: DocumentRows): void {
    this.#documents.set(document.number, document);
  }

  delete(number: number): void {
    this.#documents.set(number, undefined);
    this.#restored?.delete(number);
  }

  /** Takes over restored documents; the table must be empty. */
  restore(
    ids: readonly (string | undefined)[],
    slots: { readonly [status in Status]: readonly (number | undefined)[] },
    rows: RestoredRows,
  ): void {
    this.#restored = RestoredDocuments.of(this.#owner, ids, slots, rows);
  }

  /** The same documents for another owner; this table must not be written to afterwards. */
  fork(owner: Owner): DocumentTable {
    return new DocumentTable(owner, this.#documents.fork(owner), this.#restored?.fork(owner) ?? null);
  }

  /** Creates a restored document and stores it. Forks that share the page may see it, which is correct for them too. */
  #putTogether(number: number): DocumentRows | undefined {
    const document = this.#restored?.get(number);
    if (document !== undefined) this.#documents.set(number, document);
    return document;
  }
}
