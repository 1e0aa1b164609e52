import type { ComponentUse, DynamicZone, Link, Morph, Nested, TargetOf } from "./attributes.ts";
import type { FieldOf } from "./fields.ts";
import type { FiltersOf } from "./filters.ts";
import type { AttributesOf, Uid } from "./models.ts";
import type { AnyDefinition } from "./schema.ts";
import type { SortOf } from "./sort.ts";

/** The value of `populate`: `*`, a name or dotted path, a list of them, or an object of options by name. */
export type PopulateOf<D extends AnyDefinition, U> =
  | "*"
  | PopulatePath<AttributesOf<D, U>>
  | readonly PopulatePath<AttributesOf<D, U>>[]
  | PopulateObject<D, AttributesOf<D, U>>;

type PopulatePath<A> = PopulateName<A> | `${PopulateName<A>}.${string}`;

type PopulateName<A> = { [K in keyof A & string]: A[K] extends Nested ? K : never }[keyof A & string];

type PopulateObject<D extends AnyDefinition, A> = {
  readonly [K in keyof A as A[K] extends Nested ? K : never]?: boolean | OptionsOf<D, A[K]>;
};

type OptionsOf<D extends AnyDefinition, A> = A extends DynamicZone
  ? ZoneOptions<D, A["components"][number]>
  : A extends Link | ComponentUse
    ? Options<D, TargetOf<A>>
    : A extends Morph
      ? MorphOptions<D>
      : never;

interface Options<D extends AnyDefinition, U> extends Narrowing<D, U> {
  readonly sort?: SortOf<D, U>;
  /** The number of entries in their place. */
  readonly count?: boolean;
}

interface Narrowing<D extends AnyDefinition, U> {
  readonly fields?: FieldOf<D, U> | readonly FieldOf<D, U>[];
  readonly filters?: FiltersOf<D, U>;
  readonly populate?: PopulateOf<D, U>;
}

/** Entries of the content types under `on`, or the number of all. */
type MorphOptions<D extends AnyDefinition> =
  | { readonly on: { readonly [U in Uid<D>]?: boolean | Narrowing<D, U> } }
  | { readonly count: boolean };

/** Items of the components under `on`, or all of them with their relations. */
type ZoneOptions<D extends AnyDefinition, C extends string> =
  | { readonly on: { readonly [K in C]?: boolean | Narrowing<D, K> } }
  | { readonly populate: "*" };
