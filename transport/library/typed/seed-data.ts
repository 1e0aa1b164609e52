import type { Answered, SeededDataOf } from "./data.ts";
import type { AttributesOf, HasDrafts, IsKnown, IsLocalized, ModelOf, NamesOf } from "./models.ts";
import type { AnyDefinition, AnySchema, DefinitionOf } from "./schema.ts";

/** Entries by uid, singular or plural name of their type; anything if the definition is not known. */
export type SeedData<S extends AnySchema> = SeedOf<DefinitionOf<S>>;

type SeedOf<D extends AnyDefinition> = string extends keyof D["contentTypes"]
  ? { readonly [type: string]: unknown }
  : {
      readonly [U in keyof D["contentTypes"] as U | NamesOf<D, U>]?: EntriesOf<D, U>;
    } & { readonly [uid: `plugin::${string}`]: unknown };

/** A list of entries, entries by name, or the one entry of a single type. */
type EntriesOf<D extends AnyDefinition, U> =
  IsKnown<D, U> extends false
    ? unknown
    : ModelOf<D, U> extends { readonly kind: "singleType" }
      ? OneOrLocales<D, U> | WholeAnswer
      : readonly SeedEntryOf<D, U>[] | { readonly [name: string]: OneOrLocales<D, U> } | WholeAnswer;

/** An answer of REST, as it is. */
interface WholeAnswer {
  readonly data: unknown;
  readonly meta: object;
}

/** An entry, or one document in several locales. */
type OneOrLocales<D extends AnyDefinition, U> =
  IsLocalized<D, U> extends true ? SeedEntryOf<D, U> | readonly SeedEntryOf<D, U>[] : SeedEntryOf<D, U>;

type SeedEntryOf<D extends AnyDefinition, U> = SeededDataOf<D, AttributesOf<D, U>> &
  Naming &
  (IsLocalized<D, U> extends true ? Localised : unknown) &
  (HasDrafts<D, U> extends true ? Publication<D, U> : unknown);

interface Naming extends Answered {
  /** The name by which others of the seed refer to it: `{ $ref: name }` in their relations. */
  readonly $name?: string;
  /** Generated if absent. */
  readonly documentId?: string;
  /** The same document in other locales. */
  readonly localizations?: readonly object[];
}

interface Localised {
  /** Code; by default the default locale. Entries of one name, or one documentId, are the same document. */
  readonly locale?: string;
}

interface Publication<D extends AnyDefinition, U> {
  /** Default: `published`. */
  readonly status?: "draft" | "published";
  /** Changes after publication that are not published yet. */
  readonly $draft?: SeededDataOf<D, AttributesOf<D, U>>;
}
