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
  /** The entry behind a relation, a media attribute or a component; the entries behind a relation as a list. */
  | ({ readonly kind: "one" | "many" } & LinkMeaning)
  /** The entries of a dynamic zone or a relation to any type: a list, or one. */
  | { readonly kind: "zone"; readonly attribute: string; readonly many: boolean; readonly isOwned: boolean };

interface LinkMeaning {
  readonly attribute: string;
  /** Whether what is behind it is shown by `nodes` or `data` of an object of its own. */
  readonly nodes: boolean;
  /** Whether each entry behind it is behind one entry only. */
  readonly isOwned: boolean;
  /** uid of the content type that the caller must be allowed to find; null if there is none. */
  readonly find: string | null;
}

/** The read or write of a root field. */
export type RootMeaning = {
  readonly type: ContentType;
  /** The entry is shown by `data` of an object of its own, as in Strapi 4; a deletion shows it too. */
  readonly nodes?: true;
  readonly kind:
    | "find one"
    | "find many"
    | "find page"
    | "find single"
    | "create"
    | "update"
    | "localize"
    | "delete"
    | "save single"
    | "delete single";
};

export type Meaning = EntryMeaning | RootMeaning;

/** The extension of a field's configuration that carries its meaning. */
export function meaning(value: Meaning): { readonly extensions: { readonly meaning: Meaning } } {
  return { extensions: { meaning: value } };
}

/** The extension of a field's configuration that says that code of the user's own answers it, or stands around it. */
export const OWN = { own: true } as const;

export function isOwn({ extensions }: { readonly extensions: Readonly<Record<string, unknown>> }): boolean {
  return extensions.own === true;
}

/** The meaning of a field; undefined for fields of fixed types, whose values are in their source. */
export function meaningOf(field: { readonly extensions: Readonly<Record<string, unknown>> }): Meaning | undefined {
  // Set by `meaning` only.
  return field.extensions.meaning as Meaning | undefined;
}
