import type { PublicationFilter } from "../../../engine/internal.ts";
import type { DocumentService } from "../documents/document-service.ts";
import type { ChangesOf, DataOf, DraftDataOf } from "./data.ts";
import type { DocumentStatus, EntryOf, NotPopulated } from "./entry.ts";
import type { Exact } from "./exact.ts";
import type { FieldOf } from "./fields.ts";
import type { FiltersOf } from "./filters.ts";
import type { HasDrafts, IsKnown, LocaleCode } from "./models.ts";
import type { PopulateOf } from "./populate.ts";
import type { AnyDefinition } from "./schema.ts";
import type { SortOf } from "./sort.ts";

/** The Document Service of a content type: typed by its definition, or accepting anything if that is not known. */
export type DocumentsOf<D extends AnyDefinition, U extends string> =
  IsKnown<D, U> extends true
    ? HasDrafts<D, U> extends true
      ? DraftableDocuments<D, U>
      : PlainDocuments<D, U>
    : DocumentService;

/** Default: the default locale; `*` and lists in calls that list or delete entries. No meaning for types without locales. */
interface LocaleChoice<D extends AnyDefinition> {
  readonly locale?: LocaleCode<D> | "*" | readonly LocaleCode<D>[];
}

/** The parameters that select what a call returns of its entries. */
interface Selection<D extends AnyDefinition, U, F extends FieldOf<D, U>, P> extends LocaleChoice<D> {
  readonly fields?: F | readonly F[];
  readonly populate?: P & Checked<P, PopulateOf<D, U>>;
}

/** `*` is valid, and a type that includes it belongs to a value that was checked where it was created. */
type Checked<P, Shape> = "*" extends Extract<P, string> ? unknown : Exact<P, Shape>;

interface Conditions<D extends AnyDefinition, U, S> {
  readonly filters?: FiltersOf<D, U>;
  readonly status?: S;
  /** Text to search for in every searchable attribute. */
  readonly _q?: string;
  readonly publicationFilter?: PublicationFilter;
  readonly hasPublishedVersion?: boolean;
}

interface Order<D extends AnyDefinition, U> {
  readonly sort?: SortOf<D, U>;
}

interface Window {
  readonly start?: number;
  readonly limit?: number;
  readonly pagination?:
    | { readonly page?: number; readonly pageSize?: number; readonly start?: never; readonly limit?: never }
    | { readonly start?: number; readonly limit?: number; readonly page?: never; readonly pageSize?: never };
}

interface ById {
  readonly documentId: string;
}

interface AffectedEntries<E> {
  readonly documentId: string;
  readonly entries: readonly E[];
}

interface CloneResult<E> {
  readonly documentId: string | undefined;
  readonly entries: readonly E[];
}

/** The calls that do not depend on drafts. See DocumentService for each. */
interface Reads<D extends AnyDefinition, U> {
  findOne<
    F extends FieldOf<D, U> = "*",
    const P extends PopulateOf<D, U> = NotPopulated,
    S extends DocumentStatus = "draft",
  >(params: ById & Selection<D, U, F, P> & Conditions<D, U, S>): Promise<EntryOf<D, U, F, P, S> | null>;

  findFirst<
    F extends FieldOf<D, U> = "*",
    const P extends PopulateOf<D, U> = NotPopulated,
    S extends DocumentStatus = "draft",
  >(params?: Selection<D, U, F, P> & Conditions<D, U, S> & Order<D, U>): Promise<EntryOf<D, U, F, P, S> | null>;

  findMany<
    F extends FieldOf<D, U> = "*",
    const P extends PopulateOf<D, U> = NotPopulated,
    S extends DocumentStatus = "draft",
  >(
    params?: Selection<D, U, F, P> & Conditions<D, U, S> & Order<D, U> & Window,
  ): Promise<readonly EntryOf<D, U, F, P, S>[]>;

  count(params?: Conditions<D, U, DocumentStatus> & LocaleChoice<D>): Promise<number>;

  clone<F extends FieldOf<D, U> = "*", const P extends PopulateOf<D, U> = NotPopulated>(
    params: ById & { readonly data?: DraftDataOf<D, U> } & Selection<D, U, F, P>,
  ): Promise<CloneResult<EntryOf<D, U, F, P, "draft">>>;

  delete<F extends FieldOf<D, U> = "*", const P extends PopulateOf<D, U> = NotPopulated>(
    params: ById & Selection<D, U, F, P>,
  ): Promise<AffectedEntries<EntryOf<D, U, F, P, "draft">>>;
}

/** With drafts: data written to a draft may be incomplete, published data may not. */
export interface DraftableDocuments<D extends AnyDefinition, U> extends Reads<D, U> {
  create<
    F extends FieldOf<D, U> = "*",
    const P extends PopulateOf<D, U> = NotPopulated,
    S extends DocumentStatus = "draft",
  >(
    params: { readonly status?: S; readonly data: New<DraftOr<S, D, U>> } & Selection<D, U, F, P>,
  ): Promise<EntryOf<D, U, F, P, S>>;

  update<
    F extends FieldOf<D, U> = "*",
    const P extends PopulateOf<D, U> = NotPopulated,
    S extends DocumentStatus = "draft",
  >(
    params: ById & {
      readonly status?: S;
      readonly data: S extends "published" ? ChangesOf<D, U> : DraftDataOf<D, U>;
    } & Selection<D, U, F, P>,
  ): Promise<EntryOf<D, U, F, P, S> | null>;

  publish<F extends FieldOf<D, U> = "*", const P extends PopulateOf<D, U> = NotPopulated>(
    params: ById & Selection<D, U, F, P>,
  ): Promise<AffectedEntries<EntryOf<D, U, F, P, "published">>>;

  unpublish<F extends FieldOf<D, U> = "*", const P extends PopulateOf<D, U> = NotPopulated>(
    params: ById & Selection<D, U, F, P>,
  ): Promise<AffectedEntries<EntryOf<D, U, F, P, "published">>>;

  discardDraft<F extends FieldOf<D, U> = "*", const P extends PopulateOf<D, U> = NotPopulated>(
    params: ById & Selection<D, U, F, P>,
  ): Promise<AffectedEntries<EntryOf<D, U, F, P, "draft">>>;
}

/** Without drafts: every document is published, and there is no publish or unpublish. */
export interface PlainDocuments<D extends AnyDefinition, U> extends Reads<D, U> {
  create<F extends FieldOf<D, U> = "*", const P extends PopulateOf<D, U> = NotPopulated>(
    params: { readonly status?: DocumentStatus; readonly data: New<DataOf<D, U>> } & Selection<D, U, F, P>,
  ): Promise<EntryOf<D, U, F, P, "draft">>;

  update<F extends FieldOf<D, U> = "*", const P extends PopulateOf<D, U> = NotPopulated>(
    params: ById & { readonly status?: DocumentStatus; readonly data: ChangesOf<D, U> } & Selection<D, U, F, P>,
  ): Promise<EntryOf<D, U, F, P, "draft"> | null>;
}

type DraftOr<S, D extends AnyDefinition, U> = S extends "published" ? DataOf<D, U> : DraftDataOf<D, U>;

/** A new document may have a given documentId. */
type New<T> = T & { readonly documentId?: string };
