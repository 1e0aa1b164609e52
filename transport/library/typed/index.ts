import type { ChangesOf, DataOf, DraftDataOf } from "./data.ts";
import type { DocumentStatus, EntryOf, NotPopulated } from "./entry.ts";
import type { FieldOf } from "./fields.ts";
import type { FiltersOf } from "./filters.ts";
import type { Uid } from "./models.ts";
import type { PopulateOf } from "./populate.ts";
import type { AnySchema, DefinitionOf } from "./schema.ts";
import type { SortOf } from "./sort.ts";

/** The parameters that select the shown parts of an entry. */
export interface Showing<S extends AnySchema, U> {
  readonly fields?: FieldOf<DefinitionOf<S>, U> | readonly FieldOf<DefinitionOf<S>, U>[];
  readonly populate?: PopulateOf<DefinitionOf<S>, U>;
  readonly status?: DocumentStatus;
}

/** An entry of a type as the Document Service returns it with these parameters. */
export type Entry<
  S extends AnySchema,
  U extends Uid<DefinitionOf<S>>,
  P extends Showing<S, U> = Record<never, never>,
> = EntryOf<DefinitionOf<S>, U, FieldsIn<P>, PopulateIn<P>, StatusIn<P>>;

type FieldsIn<P> = P extends { readonly fields: infer F } ? (F extends readonly (infer N)[] ? N : F) : "*";
type PopulateIn<P> = P extends { readonly populate: infer O } ? O : NotPopulated;
type StatusIn<P> = P extends { readonly status: infer S } ? S : "draft";

/** Data of a new document under the full rules. */
export type CreateData<S extends AnySchema, U extends Uid<DefinitionOf<S>>> = DataOf<DefinitionOf<S>, U>;

/** Data of a draft, which may still lack what its type requires. */
export type DraftData<S extends AnySchema, U extends Uid<DefinitionOf<S>>> = DraftDataOf<DefinitionOf<S>, U>;

/** Changes of a document under the full rules. */
export type UpdateData<S extends AnySchema, U extends Uid<DefinitionOf<S>>> = ChangesOf<DefinitionOf<S>, U>;

export type Filters<S extends AnySchema, U extends Uid<DefinitionOf<S>>> = FiltersOf<DefinitionOf<S>, U>;

export type Populate<S extends AnySchema, U extends Uid<DefinitionOf<S>>> = PopulateOf<DefinitionOf<S>, U>;

export type Sort<S extends AnySchema, U extends Uid<DefinitionOf<S>>> = SortOf<DefinitionOf<S>, U>;
