import type { IndexBudget } from "../../indexes/index-budget.ts";
import type { ContentType } from "../../schema/content-type.ts";
import type { Owner } from "../../structures/paged/owner.ts";
import { PagedMap } from "../../structures/paged/paged-map.ts";
import type { Row } from "../../values/row.ts";
import type { Status } from "../../values/version.ts";
import type { Layouts } from "../layout.ts";
import type { RestoredVersions } from "../restore/restored-versions.ts";
import type { DocumentRows } from "./document-rows.ts";
import { DocumentTable } from "./document-table.ts";
import { isInPublicationSet, PUBLICATION_SETS } from "./publication-sets.ts";
import { Space } from "./space.ts";
import { UniqueIndex, type UniquePath } from "./unique-index.ts";

/** All versions of one content type in memory. */
export class Collection {
  readonly type: ContentType;
  readonly owner: Owner;
  readonly spaces: { readonly draft: Space; readonly published: Space };
  readonly #numbers: PagedMap<string, number>;
  readonly #documents: DocumentTable;
  readonly #unique: readonly UniqueIndex[];

  private constructor(
    type: ContentType,
    owner: Owner,
    numbers: PagedMap<string, number>,
    documents: DocumentTable,
    spaces: { readonly draft: Space; readonly published: Space },
    unique: readonly UniqueIndex[],
  ) {
    this.type = type;
    this.owner = owner;
    this.#numbers = numbers;
    this.#documents = documents;
    this.spaces = spaces;
    this.#unique = unique;
  }

  /** `fewRows`: no index is built over fewer rows than this. */
  static empty(
    type: ContentType,
    uniquePaths: readonly UniquePath[],
    owner: Owner,
    fewRows: number,
    budget: IndexBudget,
  ): Collection {
    const space = () => Space.empty(owner, fewRows, budget);
    const spaces = { draft: space(), published: space() };
    const unique = uniquePaths.map((path) => UniqueIndex.empty(path, owner));
    return new Collection(type, owner, new PagedMap(owner), DocumentTable.empty(owner), spaces, unique);
  }

  /** Number of a document; every version of it has the same. Undefined when no version exists. */
  numberOf(documentId: string): number | undefined {
    return this.#numbers.get(documentId);
  }

  /** The number of a document that is about to be put; one that is not there gets a new number. */
  numberFor(documentId: string, newNumber = this.#documents.length): number {
    return this.#numbers.getOrAdd(documentId, newNumber);
  }

  /** The documentId of the document with this number. */
  nameOf(number: number): string | undefined {
    return this.#documents.nameOf(number);
  }

  document(number: number): DocumentRows | undefined {
    return this.#documents.get(number);
  }

  find(documentId: string): DocumentRows | undefined {
    const number = this.#numbers.get(documentId);
    return number === undefined ? undefined : this.#documents.get(number);
  }

  get documentCount(): number {
    return this.#numbers.size;
  }

  documents(): Iterable<DocumentRows> {
    return this.#documents.values();
  }

  unique(path: string): UniqueIndex | undefined {
    return this.#unique.find((index) => index.path.name === path);
  }

  /** Puts a row whose document has its number from `numberFor`. */
  put(row: Row): void {
    const before = this.#documents.get(row.document);
    const replaced = before?.[row.status] ?? null;
    this.#documents.set(withRow(before, row));
    if (replaced !== null && replaced.id !== row.id) this.#leave(replaced);
    this.spaces[row.status].put(row);
    this.#reindex(replaced, row);
    this.#updatePublicationSets(row.document);
  }

  /** Nothing was ever put into it, and no index is kept. */
  get isUntouched(): boolean {
    const { draft, published } = this.spaces;
    return this.#documents.length === 0 && draft.indexes.isEmpty && published.indexes.isEmpty;
  }

  /** No version of the document is there any more; only while versions are restored. */
  forget(documentId: string): void {
    this.#numbers.delete(documentId);
  }

  /**
   * Takes over the versions that were restored, whose documents have their numbers from `numberFor`. Rows are made, a page
   * at a time, when one of them is first asked for. Only while it is empty.
   */
  finishRestore(restored: RestoredVersions, layouts: Layouts): void {
    const { draft, published } = this.spaces;
    const rows = { draft: draft.rowsAsTheyStand(), published: published.rowsAsTheyStand() };
    const slots = {
      draft: this.#slotsIn("draft", restored, layouts),
      published: this.#slotsIn("published", restored, layouts),
    };
    this.#documents.restore(restored.documentIds, slots, rows);
    for (const [at, index] of this.#unique.entries()) {
      for (const [number, cell] of restored.uniqueCells(at)) index.addCell(number, cell);
    }
    restored.forgetUnique();
  }

  remove(status: Status, documentId: string): void {
    const before = this.find(documentId);
    const row = before?.[status] ?? null;
    if (before === undefined || row === null) return;
    const after = { ...before, [status]: null };
    const gone = after.draft === null && after.published === null;
    if (gone) {
      this.#documents.delete(before.number);
      this.#numbers.delete(documentId);
    } else this.#documents.set(after);
    this.#leave(row);
    this.#reindex(row, null);
    this.#updatePublicationSets(row.document);
  }

  /** The same content for another owner; this collection must not be written to any more. */
  fork(owner: Owner, budget: IndexBudget): Collection {
    const { draft, published } = this.spaces;
    const spaces = { draft: draft.fork(owner, budget), published: published.fork(owner, budget) };
    const unique = this.#unique.map((index) => index.fork(owner));
    return new Collection(this.type, owner, this.#numbers.fork(owner), this.#documents.fork(owner), spaces, unique);
  }

  /** Gives the slots of the versions in this status by the numbers of their documents. */
  #slotsIn(status: Status, restored: RestoredVersions, layouts: Layouts): readonly (number | undefined)[] {
    const { documentIds } = restored;
    const numbers = restored.inOrder(status);
    const slots = new Array<number | undefined>(documentIds.length).fill(undefined);
    const ids = new Array<number>(numbers.length);
    for (let slot = 0; slot < numbers.length; slot++) {
      const number = numbers[slot] ?? 0;
      slots[number] = slot;
      ids[slot] = restored.idOf(status, number);
    }
    this.spaces[status].defer(ids, (from, until) =>
      Array.from(numbers.subarray(from, until), (number) => {
        const version = restored.take(status, number);
        return layouts.row(this.type.uid, status, number, version, documentIds[number]);
      }),
    );
    return slots;
  }

  #leave(row: Row): void {
    const space = this.spaces[row.status];
    for (const name of PUBLICATION_SETS) space.indexes.mark(name, row.slot, false);
    space.remove(row);
    space.tidy((moved) => {
      const document = this.#documents.get(moved.document);
      if (document !== undefined) this.#documents.set({ ...document, [moved.status]: moved });
    });
  }

  /** Updates the sets of both spaces by how the draft and the published version of a document differ. */
  #updatePublicationSets(number: number): void {
    const document = this.#documents.get(number);
    if (document === undefined) return;
    for (const status of ["draft", "published"] as const) {
      const { indexes } = this.spaces[status];
      const row = document[status];
      if (row === null || !indexes.keepsSets) continue;
      for (const name of PUBLICATION_SETS) indexes.mark(name, row.slot, isInPublicationSet(name, document));
    }
  }

  /** Unique values are those of published versions: drafts may share them until one is published (writes, §8). */
  #reindex(before: Row | null, after: Row | null): void {
    if ((before ?? after)?.status !== "published") return;
    for (const index of this.#unique) {
      if (before !== null) index.remove(before);
      if (after !== null) index.add(after);
    }
  }
}

/** Written out, since a recovery does it for every row: spreading takes several times as long. */
function withRow(before: DocumentRows | undefined, row: Row): DocumentRows {
  const { document: number, documentId } = row;
  if (row.status === "draft") return { number, documentId, draft: row, published: before?.published ?? null };
  return { number, documentId, draft: before?.draft ?? null, published: row };
}
