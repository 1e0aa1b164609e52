import type { IndexBudget } from "../../indexes/index-budget.ts";
import type { IndexedRows } from "../../indexes/index-limits.ts";
import type { ContentType } from "../../schema/content-type.ts";
import type { Owner } from "../../structures/paged/owner.ts";
import type { Row } from "../../values/row.ts";
import { type Layer, layerOf, localeOf, otherStatus, type Status } from "../../values/version.ts";
import type { Layouts } from "../layout.ts";
import { type DeferredVersions, deferredRows } from "../restore/deferred-rows.ts";
import type { RestoredVersions } from "../restore/restored-versions.ts";
import { DocumentNumbers, type LocaleRows } from "./document-numbers.ts";
import type { DocumentRows } from "./document-rows.ts";
import { DocumentTable } from "./document-table.ts";
import { isInPublicationSet, PUBLICATION_SETS, type PublicationSet } from "./publication-sets.ts";
import { Space } from "./space.ts";
import { UniqueIndex, type UniquePath } from "./unique-index.ts";

/** The parts of a collection. */
interface Parts extends LocaleRows {
  readonly numbers: DocumentNumbers;
  readonly unique: readonly UniqueIndex[];
}

/** The parameters of an empty collection. */
interface Limits {
  readonly uniquePaths: readonly UniquePath[];
  readonly indexed: IndexedRows;
  readonly budget: IndexBudget;
}

/**
 * All versions of one content type in memory. The collection itself holds the default locale, or everything for a type
 * without locales. Each other locale has a collection of its own (`in`), in which documents have the same numbers.
 */
export class Collection {
  readonly type: ContentType;
  readonly owner: Owner;
  readonly spaces: LocaleRows["spaces"];
  /** Its locale; null for the default one. */
  readonly locale: string | null;
  readonly #numbers: DocumentNumbers;
  readonly #documents: DocumentTable;
  readonly #unique: readonly UniqueIndex[];
  readonly #limits: Limits;
  /** By locale: the collections that were ever written to. */
  readonly #locales = new Map<string, Collection>();
  /** An empty collection that stands for every locale without one. */
  #nowhere: Collection | null = null;

  private constructor(type: ContentType, locale: string | null, owner: Owner, parts: Parts, limits: Limits) {
    this.type = type;
    this.locale = locale;
    this.owner = owner;
    this.spaces = parts.spaces;
    this.#numbers = parts.numbers;
    this.#documents = parts.documents;
    this.#unique = parts.unique;
    this.#limits = limits;
    parts.numbers.number(parts);
  }

  static empty(type: ContentType, owner: Owner, limits: Limits): Collection {
    return new Collection(type, null, owner, emptyParts(DocumentNumbers.empty(owner), owner, limits), limits);
  }

  /** The collection for the locale of a layer, for reading; this one if the type has no locales. */
  in(layer: Layer): Collection {
    if (layer === "draft" || layer === "published" || this.type.locale === null) return this;
    const locale = localeOf(layer) ?? "";
    const known = this.#locales.get(locale);
    if (known !== undefined) return known;
    this.#nowhere ??= this.#emptyIn(locale);
    return this.#nowhere;
  }

  /** Like `in`, for writing. */
  writableIn(layer: Layer): Collection {
    const locale = this.type.locale === null ? null : localeOf(layer);
    if (locale === null) return this;
    const known = this.#locales.get(locale);
    if (known !== undefined) return known;
    const collection = this.#emptyIn(locale);
    this.#locales.set(locale, collection);
    return collection;
  }

  /** The collections of all locales, the default one first. */
  *all(): Generator<Collection> {
    yield this;
    yield* this.#locales.values();
  }

  /** The locales other than the default one that were ever written to; null if there are none. */
  localeCodes(): readonly string[] | null {
    return this.#locales.size === 0 ? null : [...this.#locales.keys()];
  }

  /** Number of a document, the same for all its versions. Undefined if no version exists. */
  numberOf(documentId: string): number | undefined {
    return this.#numbers.of(documentId);
  }

  /** The number of a document that is about to be added; a new document gets a new number. */
  numberFor(documentId: string, newNumber?: number): number {
    return this.#numbers.for(documentId, newNumber);
  }

  /** The documentId of the document with this number. */
  nameOf(number: number): string | undefined {
    return this.#numbers.nameOf(number);
  }

  /** A document's versions in this locale. */
  document(number: number): DocumentRows | undefined {
    return this.#documents.get(number);
  }

  /** The slot of a document's version, which need not be made for it. */
  slotOf(number: number, status: Status): number | undefined {
    return this.#documents.slotOf(number, status);
  }

  /** Whether a document's version of this status in this locale is in a set. */
  isInPublicationSet(name: PublicationSet, number: number, status: Status): boolean {
    return isInPublicationSet(name, { documents: this.#documents, numbers: this.#numbers }, number, status);
  }

  find(documentId: string): DocumentRows | undefined {
    const number = this.#numbers.of(documentId);
    return number === undefined ? undefined : this.#documents.get(number);
  }

  /** How many documents there are, in any locale. */
  get documentCount(): number {
    return this.#numbers.size;
  }

  /** documentIds of the documents in any locale. */
  documentIds(): Iterable<string> {
    return this.#numbers.documentIds();
  }

  /** The documents with a version in this locale. */
  documents(): Iterable<DocumentRows> {
    return this.#documents.values();
  }

  unique(path: string): UniqueIndex | undefined {
    return this.#unique.find((index) => index.path.name === path);
  }

  /** Adds or replaces a row, whose document must have its number from `numberFor`. */
  put(row: Row): void {
    const before = this.#documents.get(row.document);
    const replaced = before?.[row.status] ?? null;
    this.#documents.set(withRow(before, row));
    if (replaced !== null && replaced.id !== row.id) this.#leave(replaced);
    this.spaces[row.status].put(row);
    this.#reindex(replaced, row);
    this.#updatePublicationSets(row.document);
    if (replaced === null) this.#updateOtherLocales(row, true);
  }

  /** Whether nothing was ever stored in it and it has no index. */
  get isUntouched(): boolean {
    const { draft, published } = this.spaces;
    if (this.#locales.size > 0) return false;
    return this.#documents.length === 0 && draft.indexes.isEmpty && published.indexes.isEmpty;
  }

  /** Removes a document without versions; only while versions are restored. */
  forget(documentId: string): void {
    this.#numbers.forget(documentId);
  }

  /**
   * Takes over the restored versions, whose documents have their numbers from `numberFor`. Rows are created when
   * they are first read, as `PagedArray.defer` says. The collection must be empty.
   */
  finishRestore(restored: RestoredVersions, layouts: Layouts): void {
    this.#finishRestore(restored, layouts, restored.documentIds);
    for (const locale of restored.locales()) {
      const collection = this.writableIn(layerOf("published", locale));
      collection.#finishRestore(restored, layouts, restored.documentIdsIn(locale));
    }
    restored.forgetLocations();
  }

  remove(status: Status, documentId: string): void {
    const before = this.find(documentId);
    const row = before?.[status] ?? null;
    if (before === undefined || row === null) return;
    const after = { ...before, [status]: null };
    const gone = after.draft === null && after.published === null;
    if (gone) {
      this.#documents.delete(before.number);
      this.#numbers.release(documentId, before.number);
    } else this.#documents.set(after);
    this.#leave(row);
    this.#reindex(row, null);
    this.#updatePublicationSets(row.document);
    this.#updateOtherLocales(row, false);
  }

  /** The same content for another owner; this collection must not be written to afterwards. */
  fork(owner: Owner, budget: IndexBudget): Collection {
    const numbers = this.#numbers.fork(owner);
    const fork = this.#fork(numbers, owner, budget);
    for (const [locale, collection] of this.#locales)
      fork.#locales.set(locale, collection.#fork(numbers, owner, budget));
    return fork;
  }

  #fork(numbers: DocumentNumbers, owner: Owner, budget: IndexBudget): Collection {
    const { draft, published } = this.spaces;
    const parts: Parts = {
      numbers,
      documents: this.#documents.fork(owner),
      spaces: { draft: draft.fork(owner, budget), published: published.fork(owner, budget) },
      unique: this.#unique.map((index) => index.fork(owner)),
    };
    return new Collection(this.type, this.locale, owner, parts, { ...this.#limits, budget });
  }

  #emptyIn(locale: string): Collection {
    const parts = emptyParts(this.#numbers, this.owner, this.#limits);
    return new Collection(this.type, locale, this.owner, parts, this.#limits);
  }

  /** `documentIds`: by number, the documents with a version in this locale. */
  #finishRestore(restored: RestoredVersions, layouts: Layouts, documentIds: readonly (string | undefined)[]): void {
    const { draft, published } = this.spaces;
    const rows = { draft: draft.rowsAsTheyStand(), published: published.rowsAsTheyStand() };
    const slots = {
      draft: this.#slotsIn("draft", restored, layouts),
      published: this.#slotsIn("published", restored, layouts),
    };
    this.#documents.restore(documentIds, slots, rows);
    for (const [at, index] of this.#unique.entries()) {
      for (const [number, cell] of restored.uniqueCells(this.locale, at)) index.addCell(number, cell);
    }
  }

  /** Assigns slots to the versions in this status; returns them by document number. */
  #slotsIn(status: Status, restored: RestoredVersions, layouts: Layouts): readonly (number | undefined)[] {
    const { documentIds } = restored;
    const layer = layerOf(status, this.locale);
    const numbers = restored.inOrder(layer);
    const slots = new Array<number | undefined>(documentIds.length).fill(undefined);
    const ids = new Array<number>(numbers.length);
    for (let slot = 0; slot < numbers.length; slot++) {
      const number = numbers[slot] ?? 0;
      slots[number] = slot;
      ids[slot] = restored.idOf(layer, number);
    }
    const runs = restored.runs(layer, numbers);
    const deferred: DeferredVersions = { type: this.type.uid, status, layer, versions: restored, numbers, runs };
    this.spaces[status].defer(ids, deferredRows(deferred, layouts));
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

  /** Updates the sets of this locale that depend on which versions a document has, and how they differ. */
  #updatePublicationSets(number: number): void {
    const rows = { documents: this.#documents, numbers: this.#numbers };
    for (const status of ["draft", "published"] as const) {
      const { indexes } = this.spaces[status];
      const slot = indexes.keepsSets ? this.#documents.slotOf(number, status) : undefined;
      if (slot === undefined) continue;
      for (const name of PUBLICATION_SETS) indexes.mark(name, slot, isInPublicationSet(name, rows, number, status));
    }
  }

  /**
   * Updates the set of other locales that depends on this one, after a version was added or removed: only the first
   * version of a status, or the last one, changes it.
   */
  #updateOtherLocales({ document: number, status }: Row, isThere: boolean): void {
    const { locales } = this.#numbers;
    if (locales.length === 1 || this.#numbers.hasVersion(number, status, this.#documents)) return;
    for (const { documents, spaces } of locales) {
      const { indexes } = spaces[otherStatus(status)];
      const slot = indexes.keepsSets ? documents.slotOf(number, otherStatus(status)) : undefined;
      if (slot !== undefined) indexes.mark("paired in any locale", slot, isThere);
    }
  }

  /** Only published versions count: drafts may share a unique value until one of them is published (writes, §8). */
  #reindex(before: Row | null, after: Row | null): void {
    if ((before ?? after)?.status !== "published") return;
    for (const index of this.#unique) {
      if (before !== null) index.remove(before);
      if (after !== null) index.add(after);
    }
  }
}

function emptyParts(numbers: DocumentNumbers, owner: Owner, { uniquePaths, indexed, budget }: Limits): Parts {
  const space = () => Space.empty(owner, indexed, budget);
  return {
    numbers,
    documents: DocumentTable.empty(owner),
    spaces: { draft: space(), published: space() },
    unique: uniquePaths.map((path) => UniqueIndex.empty(path, owner)),
  };
}

/** Written out, because a recovery does this for every row and a spread takes several times as long. */
function withRow(before: DocumentRows | undefined, row: Row): DocumentRows {
  const { document: number, documentId } = row;
  if (row.status === "draft") return { number, documentId, draft: row, published: before?.published ?? null };
  return { number, documentId, draft: before?.draft ?? null, published: row };
}
