import type { Entry } from "../../../engine/internal.ts";
import type { Answered, DataOf, DraftDataOf } from "./data.ts";
import type { EntryOf, NotPopulated } from "./entry.ts";
import type { HasDrafts, IsKnown, IsLocalized, NamesOf, Uid } from "./models.ts";
import type { AnyDefinition } from "./schema.ts";

/** Creates entries and data with values that are valid by construction and the same in every run. */
export type FactoriesOf<D extends AnyDefinition> = string extends keyof D["contentTypes"]
  ? UntypedFactories
  : Factories<D>;

interface UntypedFactories {
  make(type: string, overrides?: Anything): Promise<Entry>;
  make(type: string, count: number, overrides?: Anything | ((place: number) => Anything)): Promise<readonly Entry[]>;
  build(type: string, overrides?: Anything): Promise<Anything>;
  build(
    type: string,
    count: number,
    overrides?: Anything | ((place: number) => Anything),
  ): Promise<readonly Anything[]>;
}

interface Anything {
  readonly [attribute: string]: unknown;
}

interface Factories<D extends AnyDefinition> {
  /** Creates an entry of the type with this uid, singular or plural name, with the given values and generated ones. */
  make<N extends TypeName<D>>(type: N, overrides?: Overrides<D, N>): Promise<Made<D, N>>;
  /** Creates several; `overrides` may be a function of the index. */
  make<N extends TypeName<D>>(
    type: N,
    count: number,
    overrides?: OverridesOfEach<D, N>,
  ): Promise<readonly Made<D, N>[]>;
  /** Data for a new entry, without relations and media, as `create` and POST accept it. Writes nothing. */
  build<N extends TypeName<D>>(type: N, overrides?: Overrides<D, N>): Promise<Built<D, N>>;
  build<N extends TypeName<D>>(
    type: N,
    count: number,
    overrides?: OverridesOfEach<D, N>,
  ): Promise<readonly Built<D, N>[]>;
}

/** uids, singular and plural names. */
export type TypeName<D extends AnyDefinition> =
  | Uid<D>
  | { [U in keyof D["contentTypes"]]: NamesOf<D, U> }[keyof D["contentTypes"]];

type UidOf<D extends AnyDefinition, N> =
  N extends Uid<D>
    ? N
    : { [U in keyof D["contentTypes"]]: N extends NamesOf<D, U> ? U : never }[keyof D["contentTypes"]];

type Overrides<D extends AnyDefinition, N> =
  IsKnown<D, UidOf<D, N>> extends true ? DraftDataOf<D, UidOf<D, N>> & Given<D, UidOf<D, N>> : Anything;

type OverridesOfEach<D extends AnyDefinition, N> =
  IsKnown<D, UidOf<D, N>> extends true
    ? Overrides<D, N> | ((place: number) => Overrides<D, N>)
    : Anything | ((place: number) => Anything);

type Given<D extends AnyDefinition, U> = Answered & { readonly documentId?: string } & (IsLocalized<D, U> extends true
    ? Localised
    : unknown) &
  (HasDrafts<D, U> extends true ? Publication : unknown);

interface Localised {
  /** Code; by default the default locale. With an existing `documentId`, the same document in another locale. */
  readonly locale?: string;
}

interface Publication {
  /** Default: `published`. */
  readonly status?: "draft" | "published";
}

type Made<D extends AnyDefinition, N> =
  IsKnown<D, UidOf<D, N>> extends true ? EntryOf<D, UidOf<D, N>, "*", NotPopulated, "published"> : Entry;

type Built<D extends AnyDefinition, N> = IsKnown<D, UidOf<D, N>> extends true ? DataOf<D, UidOf<D, N>> : Anything;
