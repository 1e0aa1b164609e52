import type {
  ComponentUse,
  DynamicZone,
  IsList,
  IsRequired,
  Link,
  Morph,
  Nested,
  Scalar,
  TargetOf,
} from "./attributes.ts";
import type { AttributesOf, ComponentUid, HasDrafts, IsLocalized, LocaleCode, Uid } from "./models.ts";
import type { PopulatedNames, PopulateOptionOf } from "./populated.ts";
import type { ScalarValue } from "./scalar-value.ts";
import type { AnyDefinition } from "./schema.ts";

export type DocumentStatus = "draft" | "published";

/**
 * An entry as the Document Service returns it: `F` are the selected fields (`*` is all), `P` is the value of `populate`,
 * `S` the requested status.
 */
export type EntryOf<D extends AnyDefinition, U, F, P, S> = Flat<
  Identity & Chosen<DocumentFields<D, U, S>, F> & Populated<D, U, P, S>
>;

type Identity = { id: number; documentId: string };

/** Fields of a document besides its attributes. */
type Dates = { createdAt: string; updatedAt: string };

type DocumentFields<D extends AnyDefinition, U, S> = Fields<D, AttributesOf<D, U>, IsWhole<D, U, S>> &
  Dates & { publishedAt: IsWhole<D, U, S> extends true ? string : string | null; locale: LocaleOf<D, U> };

type LocaleOf<D extends AnyDefinition, U> = IsLocalized<D, U> extends true ? LocaleCode<D> : null;

/** A draft may lack what its type requires; a published version never does. */
type IsWhole<D extends AnyDefinition, U, S> =
  HasDrafts<D, U> extends false ? true : S extends "published" ? true : false;

type Fields<D extends AnyDefinition, A, Whole> = {
  -readonly [K in keyof A as A[K] extends Scalar ? K : never]:
    | ScalarValue<D, A[K]>
    | (Whole extends true ? (IsRequired<A[K]> extends true ? never : null) : null);
};

/** `locale` is present only if all fields are selected. */
type Chosen<All, F> = "*" extends F ? All : Pick<All, F & keyof All>;

type Populated<D extends AnyDefinition, U, P, S> = Behind<D, AttributesOf<D, U>, P, S>;

type Behind<D extends AnyDefinition, A, P, S> = {
  -readonly [K in keyof A as A[K] extends Nested ? PopulatedNames<P, K> : never]: Value<
    D,
    A[K],
    PopulateOptionOf<P, K>,
    S
  >;
};

type Value<D extends AnyDefinition, A, O, S> = O extends { readonly count: true }
  ? { count: number }
  : A extends DynamicZone
    ? ZoneItem<D, A["components"][number], O, S>[]
    : IsList<A> extends true
      ? One<D, A, O, S>[]
      : One<D, A, O, S> | null;

type One<D extends AnyDefinition, A, O, S> = A extends Link
  ? EntryOf<D, TargetOf<A>, FieldsIn<O>, PopulateIn<O>, S>
  : A extends Morph
    ? MorphEntry<D, O, S>
    : A extends ComponentUse
      ? ComponentOf<D, A["component"], FieldsIn<O>, PopulateIn<O>, S>
      : never;

/** A component has an id of its own, and no documentId or dates. Its required fields may be null in a draft. */
type ComponentOf<D extends AnyDefinition, C, F, P, S> = Flat<
  { id: number } & Chosen<Fields<D, AttributesOf<D, C>, S extends "published" ? true : false>, F> &
    Behind<D, AttributesOf<D, C>, P, S>
>;

/** A union of the components, discriminated by `__component`. */
type ZoneItem<D extends AnyDefinition, C, O, S> = O extends { readonly on: infer On }
  ? ItemsOn<D, C & keyof On, On, S>
  : C extends ComponentUid<D>
    ? Flat<ComponentOf<D, C, "*", PopulateIn<O>, S> & { __component: C }>
    : never;

type ItemsOn<D extends AnyDefinition, C extends keyof On, On, S> =
  C extends ComponentUid<D>
    ? On[C] extends false
      ? never
      : Flat<ComponentOf<D, C, FieldsIn<On[C]>, PopulateIn<On[C]>, S> & { __component: C }>
    : never;

/** An entry of any content type, or of the types under `on`, discriminated by `__type`. */
type MorphEntry<D extends AnyDefinition, O, S> = O extends { readonly on: infer On }
  ? { [U in Uid<D> & keyof On]: MorphOf<D, U, FieldsIn<On[U]>, PopulateIn<On[U]>, S> }[Uid<D> & keyof On]
  : { [U in Uid<D>]: MorphOf<D, U, "*", NotPopulated, S> }[Uid<D>];

type MorphOf<D extends AnyDefinition, U, F, P, S> = EntryOf<D, U, F, P, S> & { __type: U };

type FieldsIn<O> = O extends { readonly fields: infer F } ? (F extends readonly (infer N)[] ? N : F) : "*";

type PopulateIn<O> = O extends { readonly populate: infer P } ? P : NotPopulated;

/** The default of `populate`. */
export type NotPopulated = Record<never, never>;

/** Flattens a chain of intersections to one object type, for display in editors. */
type Flat<T> = { [K in keyof T]: T[K] };
