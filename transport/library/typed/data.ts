import type { ComponentUse, DynamicZone, IsList, IsRequired, Link, Morph, Scalar } from "./attributes.ts";
import type { AttributesOf, Uid } from "./models.ts";
import type { ScalarInput } from "./scalar-value.ts";
import type { AnyDefinition } from "./schema.ts";

/**
 * Data of a new document under the full rules, as for published versions and types without drafts. Required attributes
 * without a default must be present.
 */
export type DataOf<D extends AnyDefinition, U> = NewData<D, AttributesOf<D, U>>;

/** Data of a draft, which may lack what its type requires. */
export type DraftDataOf<D extends AnyDefinition, U> = DraftData<D, AttributesOf<D, U>>;

/** Changes of a document under the full rules: absent attributes stay as they are. */
export type ChangesOf<D extends AnyDefinition, U> = Partial<NewData<D, AttributesOf<D, U>>>;

/** Data of a seed's entry: as for a draft, with references to other entries by name. */
export type SeededDataOf<D extends AnyDefinition, A> = {
  readonly [K in keyof A as IsWritable<A[K]> extends true ? K : never]?: ValueInput<D, A[K], SeedForm> | Nothing<A[K]>;
};

/** Values that an entry brings from another place, as REST answers it, beside its attributes. */
export interface Answered {
  /** Numeric; kept. */
  readonly id?: number;
  /** Times in ISO 8601; kept. A new entry has the present time. */
  readonly createdAt?: string;
  readonly updatedAt?: string;
  /** Null for a draft. */
  readonly publishedAt?: string | null;
}

type NewData<D extends AnyDefinition, A> = {
  readonly [K in keyof A as MustBeGiven<A[K]> extends true ? K : never]: Full<D, A[K]>;
} & {
  readonly [K in keyof A as IsWritable<A[K]> extends true ? K : never]?: Full<D, A[K]>;
};

type DraftData<D extends AnyDefinition, A> = {
  readonly [K in keyof A as IsWritable<A[K]> extends true ? K : never]?: ValueInput<D, A[K], DraftForm> | Nothing<A[K]>;
};

type Full<D extends AnyDefinition, A> = ValueInput<D, A, FullForm> | (IsEnforced<A> extends true ? never : Nothing<A>);

/** Lists of components are emptied, not set to null. */
type Nothing<A> = A extends ComponentUse | DynamicZone ? (IsList<A> extends true ? never : null) : null;

type IsWritable<A> = A extends { readonly writable: false }
  ? false
  : A extends Scalar | Link | Morph | ComponentUse | DynamicZone
    ? true
    : false;

/** Relations and media are never required (writes, §8). */
type IsEnforced<A> = IsWritable<A> extends true ? (A extends Link | Morph ? false : IsRequired<A>) : false;

type MustBeGiven<A> = A extends { readonly default: unknown } ? false : IsEnforced<A>;

/** The rules that components must satisfy. */
type FullForm = "full";
type DraftForm = "draft";
type SeedForm = "seed";

type ValueInput<D extends AnyDefinition, A, Form> = A extends Link
  ? LinkInput<Form extends SeedForm ? SeedReference : never>
  : A extends Morph
    ? MorphInput<D, Form extends SeedForm ? SeedReference : never>
    : A extends DynamicZone
      ? readonly ZoneItem<D, A["components"][number], Form>[]
      : A extends ComponentUse
        ? IsList<A> extends true
          ? readonly Component<D, A["component"], Form>[]
          : Component<D, A["component"], Form>
        : ScalarInput<D, A>;

/** With the id of a stored component, updates that one; without, replaces it. */
type Component<D extends AnyDefinition, C, Form> = { readonly id?: number } & (Form extends FullForm
  ? NewData<D, AttributesOf<D, C>>
  : Form extends SeedForm
    ? SeededDataOf<D, AttributesOf<D, C>>
    : DraftData<D, AttributesOf<D, C>>);

type ZoneItem<D extends AnyDefinition, C, Form> = C extends string
  ? { readonly __component: C } & Component<D, C, Form>
  : never;

/** One document or several: the new value of the relation, or changes of it (writes, §12.1). */
export type LinkInput<Name = never> = Reference<Name> | readonly Reference<Name>[] | LinkOperations<Name>;

/** A document; if the type that links to it has no locales, in one of its own: by default the default locale. */
interface Named {
  readonly documentId: string;
  /** Null in entries of types without locales, which may be passed on as they are. */
  readonly locale?: string | null;
}

/** A document, by its documentId, or in a seed by its name. */
export type Reference<Name = never> = string | Named | Name;

export interface SeedReference {
  readonly $ref: string;
  /** As in a named document. */
  readonly locale?: string;
}

/** Documents of any content type, each with its type (writes, §12.5). */
export type MorphInput<D extends AnyDefinition, Name = never> =
  | MorphReference<D, Name>
  | readonly MorphReference<D, Name>[]
  | {
      readonly set?: readonly MorphReference<D, Name>[];
      readonly connect?: readonly (MorphReference<D, Name> & {
        readonly position?: Position & { readonly __type?: Uid<D> };
      })[];
      readonly disconnect?: readonly MorphReference<D, Name>[];
    };

type MorphReference<D extends AnyDefinition, Name> = { readonly __type: Uid<D> } & (Named | Name);

export interface LinkOperations<Name = never> {
  readonly set?: Reference<Name> | readonly Reference<Name>[];
  readonly connect?: Connection<Name> | readonly Connection<Name>[];
  readonly disconnect?: Reference<Name> | readonly Reference<Name>[];
}

export type Connection<Name = never> = string | ((Named | Name) & Placing);

interface Placing {
  readonly position?: Position;
}

export type Position =
  | { readonly start: true }
  | { readonly end: true }
  | { readonly before: string }
  | { readonly after: string };
