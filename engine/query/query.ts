import type { Json } from "../values/value.ts";
import type { Status } from "../values/version.ts";

/** A checked query as plain data: every name in it exists, and every operand has the type of its field. */
export interface Query {
  /** uid of the queried content type. */
  readonly type: string;
  /** The versions to read: one status, or both; then drafts and published versions are separate entries. */
  readonly statuses: readonly Status[];
  /** The locales to read, or all of them; the default one when absent. Ignored for a type without locales. */
  readonly locales?: "all" | readonly string[];
  /** Locale fallback: each locale contributes only documents that are in none of the locales before it. */
  readonly fallsBack?: true;
  readonly filter: Filter | null;
  /** `_q`: the text to search for in every searchable, readable attribute. Never empty. */
  readonly search: string | null;
  readonly publicationFilter: PublicationFilter | null;
  readonly sort: readonly SortKey[];
  readonly page: Page;
  readonly select: Select;
}

/**
 * A condition, in three-valued logic: a comparison with null is unknown, the negation of unknown is unknown, and only
 * entries for which the condition is true are returned.
 */
export type Filter =
  | { readonly kind: "and" | "or"; readonly filters: readonly Filter[] }
  | { readonly kind: "not"; readonly filter: Filter }
  | Comparison
  /**
   * A condition on entries behind a relation, a media attribute or a component: some linked entry meets the filter. If
   * nothing is linked, an entry of nulls stands in. Every mention is a separate search.
   */
  | { readonly kind: "related"; readonly attribute: string; readonly filter: Filter }
  /** The document exists in none of these locales, in the status of the version. */
  | { readonly kind: "absent"; readonly locales: readonly string[] };

/** `field` is an attribute of the model at this point, or id, documentId, createdAt, updatedAt, publishedAt. */
export type Comparison =
  | { readonly kind: "compare"; readonly field: string; readonly operator: SingleOperator; readonly operand: Operand }
  | {
      readonly kind: "compare";
      readonly field: string;
      readonly operator: "in" | "notIn";
      readonly operand: readonly Operand[];
    }
  | {
      readonly kind: "compare";
      readonly field: string;
      readonly operator: "between";
      readonly operand: readonly [Operand, Operand];
    }
  | { readonly kind: "compare"; readonly field: string; readonly operator: "null"; readonly operand: boolean };

/**
 * A value in the normal form of the field's values (see Value); json and blocks fields compare as compact JSON text.
 * Null occurs only in the lists of `in` and `notIn`, which treat it as SQL does. The text operators use the text as it
 * was sent.
 */
export type Operand = string | number | boolean | null;

export type SingleOperator =
  | "eq"
  | "ne"
  | "lt"
  | "lte"
  | "gt"
  | "gte"
  | "eqi"
  | "nei"
  | "contains"
  | "notContains"
  | "containsi"
  | "notContainsi"
  | "startsWith"
  | "endsWith"
  | "startsWithi"
  | "endsWithi";

export type Operator = Comparison["operator"];

/**
 * `path` leads through relations, media and components to the model with `field`; it is empty for the type's own
 * fields.
 */
export interface SortKey {
  readonly path: readonly string[];
  readonly field: string;
  readonly direction: "asc" | "desc";
}

/**
 * The part of the matching entries to return, and the style in which the answer describes it. `limit` is null only in
 * populated lists.
 */
export interface Page {
  readonly style: "page" | "offset";
  readonly start: number;
  readonly limit: number | null;
  /** Count all matches, for `total` and `pageCount`. */
  readonly withCount: boolean;
}

/** The members of each entry, in the order of the answer. */
export type Select = readonly Member[];

/** A member of an entry; `as` is its key. */
export type Member =
  /** All that a reader sees of the entry itself: identity, readable scalar attributes, times (reads, §15). */
  | { readonly kind: "default" }
  /** A scalar attribute, a time, `id` or `documentId`. `required`: a null there is refused. */
  | { readonly kind: "field"; readonly as: string; readonly field: string; readonly required?: boolean }
  /** The same value in each entry. */
  | { readonly kind: "constant"; readonly as: string; readonly value: string | null }
  /** A member that the reader may not see: an entry that shows it is refused. */
  | { readonly kind: "refused"; readonly as: string }
  /** The entry once more, with other members. */
  | { readonly kind: "self"; readonly as: string; readonly select: Select }
  | Populate;

export type Populate =
  /**
   * Relation, media or component: the entries behind it, filtered, sorted and limited to a page. `required`: a null is
   * refused.
   */
  | ({ readonly kind: "entries"; readonly select: Select; readonly required?: boolean } & Behind)
  /** The same entries in several lists, or the one entry, each time with its own members; or constants. */
  | ({ readonly kind: "connection"; readonly members: readonly ConnectionMember[] } & Behind)
  /** `{ count: N }` instead of the entries. */
  | { readonly kind: "count"; readonly as: string; readonly attribute: string; readonly filter: Filter | null }
  /** Dynamic zone: the items of these components in stored order; others are left out. */
  | ({ readonly kind: "zone" } & Mixed)
  /** Morph relation: entries of these content types in stored order, or their number; others are left out. */
  | ({ readonly kind: "morph"; readonly isCounted: boolean } & Mixed);

/** A query of the entries behind an attribute. */
interface Behind {
  readonly as: string;
  /** A relation, a media attribute or a component. */
  readonly attribute: string;
  readonly filter: Filter | null;
  /** Empty: stored order. */
  readonly sort: readonly SortKey[];
  /** Null: all entries. */
  readonly page: Page | null;
}

export type ConnectionMember =
  | { readonly kind: "nodes"; readonly as: string; readonly select: Select }
  | Extract<Member, { kind: "constant" }>;

/** The entries behind an attribute that leads to several models. */
interface Mixed {
  readonly as: string;
  readonly attribute: string;
  readonly items: ReadonlyMap<string, ZoneItem>;
  /** The key under which each entry has the uid of its model; null: none. */
  readonly uidAs: string | null;
}

export interface ZoneItem {
  readonly select: Select;
  readonly filter: Filter | null;
}

export const PUBLICATION_FILTERS = [
  "never-published",
  "has-published-version",
  "modified",
  "unmodified",
  "never-published-document",
  "has-published-version-document",
  "published-without-draft",
  "published-with-draft",
] as const;

/** Selects versions of types with drafts by how the draft and the published version differ. */
export type PublicationFilter = (typeof PUBLICATION_FILTERS)[number];

/** Unchecked values from a caller: nested objects and lists of texts, or typed values. */
export type RawParams = { readonly [name: string]: unknown };

/** An entry as a caller sees it. */
export type Entry = { [key: string]: Json };
