import type { Owner } from "../../structures/paged/owner.ts";
import { PagedArray } from "../../structures/paged/paged-array.ts";
import type { Row } from "../../values/row.ts";
import type { Status } from "../../values/version.ts";
import type { DocumentRows } from "../rows/document-rows.ts";

/** By status: returns restored rows of a space by the slots that they had at the restore. */
export type RestoredRows = { readonly [status in Status]: (slot: number) => Row | undefined };

/** Creates the documents of a restored state on demand, by their numbers. */
export class RestoredDocuments {
  readonly #rows: RestoredRows;
  readonly #ids: PagedArray<string>;
  readonly #slots: { readonly [status in Status]: PagedArray<number> };

  private constructor(
    rows: RestoredRows,
    ids: PagedArray<string>,
    slots: { readonly [status in Status]: PagedArray<number> },
  ) {
    this.#rows = rows;
    this.#ids = ids;
    this.#slots = slots;
  }

  /** `ids` and `slots` are indexed by document number; undefined stands for an absent one. */
  static of(
    owner: Owner,
    ids: readonly (string | undefined)[],
    slots: { readonly [status in Status]: readonly (number | undefined)[] },
    rows: RestoredRows,
  ): RestoredDocuments {
    return new RestoredDocuments(rows, paged(owner, ids), {
      draft: paged(owner, slots.draft),
      published: paged(owner, slots.published),
    });
  }

  /** One more than the highest document number ever used. */
  get length(): number {
    return this.#ids.length;
  }

  nameOf(number: number): string | undefined {
    return this.#ids.get(number);
  }

  /** The document as it was restored. */
  get(number: number): DocumentRows | undefined {
    const documentId = this.#ids.get(number);
    if (documentId === undefined) return undefined;
    return { number, documentId, draft: this.#row("draft", number), published: this.#row("published", number) };
  }

  /** The slot of a version of the document as it was restored. */
  slotOf(number: number, status: Status): number | undefined {
    return this.#ids.get(number) === undefined ? undefined : this.#slots[status].get(number);
  }

  delete(number: number): void {
    this.#ids.set(number, undefined);
  }

  /** The same documents for another owner; these must not be written to afterwards. */
  fork(owner: Owner): RestoredDocuments {
    return new RestoredDocuments(this.#rows, this.#ids.fork(owner), this.#slots);
  }

  #row(status: Status, number: number): Row | null {
    const slot = this.#slots[status].get(number);
    return slot === undefined ? null : (this.#rows[status](slot) ?? null);
  }
}

function paged<T>(owner: Owner, items: readonly (T | undefined)[]): PagedArray<T> {
  const array = new PagedArray<T>(owner);
  array.append(items);
  return array;
}
