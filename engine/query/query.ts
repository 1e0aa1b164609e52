import type { Json } from "../values/value.ts";
import type { Status } from "../values/version.ts";

/** A checked question, as plain data: every name in it exists, every operand has the type of its field. */
export interface Query {
  /** uid of the content type asked. */
  readonly type: string;
  /** Which versions to read: one status, or both, which answers drafts and published versions as entries of their own. */
  readonly statuses: readonly Status[];
  /** Codes of the locales to read, or all of them; the default one when absent. Means nothing for a type without locales. */
  readonly locales?: "all" | readonly string[];
  /** Each locale shows only documents that are not in those before it. */
  readonly fallsBack?: true;
  readonly filter: Filter | null;
  /** `_q`: text to look for in every searchable, readable attribute. Never empty. */
  readonly search: string | null;
  readonly publicationFilter: PublicationFilter | null;
  readonly sort: readonly SortKey[];
  readonly page: Page;
  readonly select: Select;
}

/**
 * A condition. Comparisons are three-valued: with a null they are unknown, the negation of unknown is unknown, and
 * only what is true is returned.
 */
export type Filter =
  | { readonly kind: "and" | "or"; readonly filters: readonly Filter[] }
  | { readonly kind: "not"; readonly filter: Filter }
  | Comparison
  /**
   * About an entry behind a relation, a media attribute or a component: some linked entry fulfils the filter. Where
   * nothing is linked, an entry of nulls takes its place. Every mention is a separate search.
   */
  | { readonly kind: "related"; readonly attribute: string; readonly filter: Filter }
  /** The document is in none of these locales, in the status of the version. */
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
 * In the normal form of the field's values (see Value); json and blocks fields compare as compact JSON text. Null only
 * for `in` and `notIn`, which treat it as SQL does. The text operators take the text as it was sent.
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

/** `path` leads over relations, media and components to the model that has `field`; empty for the type's own field. */
export interface SortKey {
  readonly path: readonly string[];
  readonly field: string;
  readonly direction: "asc" | "desc";
}

/**
 * Which part of the matching entries, and in which style the answer describes it. Limit is null only inside populated
 * lists.
 */
export interface Page {
  readonly style: "page" | "offset";
  readonly start: number;
  readonly limit: number | null;
  /** Count all matches for `total` and `pageCount`. */
  readonly withCount: boolean;
}

/** What is shown of each entry. `id` and `documentId` always are. */
export interface Select {
  /** Scalar attributes and dates by name; null means all that are readable. */
  readonly fields: readonly string[] | null;
  readonly populate: readonly Populate[];
}

export type Populate =
  /** Relation, media or component: the entries behind it, narrowed and arranged. */
  | {
      readonly kind: "entries";
      readonly attribute: string;
      readonly select: Select;
      readonly filter: Filter | null;
      /** Empty: the stored order. */
      readonly sort: readonly SortKey[];
      readonly page: Page | null;
    }
  /** `{ count: N }` in place of the entries. */
  | { readonly kind: "count"; readonly attribute: string; readonly filter: Filter | null }
  /** Dynamic zone: items of the components listed here, in stored order; others are left out. */
  | { readonly kind: "zone"; readonly attribute: string; readonly items: ReadonlyMap<string, ZoneItem> }
  /** Relation to any type: entries of the content types listed here, in stored order, or their number; others are left out. */
  | {
      readonly kind: "morph";
      readonly attribute: string;
      readonly items: ReadonlyMap<string, ZoneItem>;
      readonly isCounted: boolean;
    };

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

/** Keeps some versions of types with drafts by how the draft and the published version differ. */
export type PublicationFilter = (typeof PUBLICATION_FILTERS)[number];

/** Values as the caller gives them before they are checked: nested objects and lists of texts, or typed values. */
export type RawParams = { readonly [name: string]: unknown };

/** An entry as a caller sees it. */
export type Entry = { [key: string]: Json };
