import type { ContentType } from "../../../../engine/internal.ts";

/** The source of a field of an entry or component. */
export type EntryMeaning =
  /** `documentId`, or the id of a component as text. */
  | { readonly kind: "identity" }
  /** A stored value by the name of its attribute, or one of the dates. */
  | { readonly kind: "value"; readonly name: string }
  /** The entry or component itself. */
  | { readonly kind: "self" }
  /** Always null: passwords, and the entries that use a file. */
  | { readonly kind: "nothing" }
  /** The entry behind a relation, a media attribute or a component. */
  | ({ readonly kind: "one" } & LinkMeaning)
  /** The entries behind a relation, as a list or below `nodes`. */
  | ({ readonly kind: "many"; readonly nodes: boolean } & LinkMeaning)
  /** The entries of a dynamic zone or a relation to any type: a list, or one. */
  | { readonly kind: "zone"; readonly attribute: string; readonly many: boolean };

interface LinkMeaning {
  readonly attribute: string;
  /** uid of the content type that the caller must be allowed to find; null if there is none. */
  readonly find: string | null;
}

/** The read or write of a root field. */
export type RootMeaning = {
  readonly type: ContentType;
  readonly kind:
    | "find one"
    | "find many"
    | "find page"
    | "find single"
    | "create"
    | "update"
    | "delete"
    | "save single"
    | "delete single";
};

export type Meaning = EntryMeaning | RootMeaning;

/** The extension of a field's configuration that carries its meaning. */
export function meaning(value: Meaning): { readonly extensions: { readonly meaning: Meaning } } {
  return { extensions: { meaning: value } };
}

/** The meaning of a field; undefined for fields of fixed types, whose values are in their source. */
export function meaningOf(field: { readonly extensions: Readonly<Record<string, unknown>> }): Meaning | undefined {
  // Set by `meaning` only.
  return field.extensions.meaning as Meaning | undefined;
}
