/** The queries of a content type by its interface, and the part of it that an answer contains. */
export const QUERY_TYPES = `/** Names that are always there. */
type FieldOf<T> = { [K in keyof T]-?: undefined extends T[K] ? never : K }[keyof T] & string;

/** Names that are present only if they are populated. */
type NestedOf<T> = { [K in keyof T]-?: undefined extends T[K] ? K : never }[keyof T] & string;

type EntryBehind<V> = NonNullable<V> extends readonly (infer I)[] ? I : NonNullable<V>;

/** An entry with the selected fields and the populated attributes. */
export type EntryWith<T, F extends keyof T, P extends keyof T> = {
  [K in keyof T as K extends "id" | "documentId" | F ? K : never]: T[K];
} & { [K in P]-?: Exclude<T[K], undefined> };

export type Condition<V> =
  | V
  | readonly V[]
  | {
      $eq?: V;
      $ne?: V;
      $in?: readonly V[];
      $notIn?: readonly V[];
      $lt?: V;
      $lte?: V;
      $gt?: V;
      $gte?: V;
      $between?: readonly [V, V];
      $null?: boolean;
      $notNull?: boolean;
      $eqi?: string;
      $nei?: string;
      $contains?: string;
      $notContains?: string;
      $containsi?: string;
      $notContainsi?: string;
      $startsWith?: string;
      $startsWithi?: string;
      $endsWith?: string;
      $endsWithi?: string;
      $not?: Condition<V>;
    };

export type Filters<T> = {
  [K in FieldOf<T>]?: Condition<T[K] extends string | number | boolean | null ? NonNullable<T[K]> : string>;
} & { [K in NestedOf<T>]?: Filters<EntryBehind<T[K]>> } & {
  $and?: readonly Filters<T>[];
  $or?: readonly Filters<T>[];
  $not?: Filters<T>;
};

export type Sort<T> = FieldOf<T> | \`\${FieldOf<T>}:\${"asc" | "desc"}\` | \`\${NestedOf<T>}.\${string}\`;

export type Populate<T> = {
  [K in NestedOf<T>]?:
    | boolean
    | {
        fields?: readonly FieldOf<EntryBehind<T[K]>>[];
        filters?: Filters<EntryBehind<T[K]>>;
        sort?: Sort<EntryBehind<T[K]>> | readonly Sort<EntryBehind<T[K]>>[];
        populate?: "*" | readonly NestedOf<EntryBehind<T[K]>>[] | Populate<EntryBehind<T[K]>>;
        on?: { [component: string]: unknown };
      };
};

interface Showing<T, F, P extends string> {
  fields?: readonly F[];
  populate?: readonly P[] | (Populate<T> & { [K in P]?: unknown });
}

export interface Query<T, F, P extends string> extends Showing<T, F, P> {
  filters?: Filters<T>;
  sort?: Sort<T> | readonly Sort<T>[];
  pagination?: { page?: number; pageSize?: number; start?: number; limit?: number; withCount?: boolean };
  status?: "draft" | "published";
  /** Of localized types: by default the default locale. */
  locale?: Locale | "*" | readonly Locale[];
  _q?: string;
}

export interface WriteOptions<T, F, P extends string> extends Showing<T, F, P> {
  status?: "draft" | "published";
  locale?: Locale;
}

export interface DeleteOptions {
  /** Of localized types: by default the default locale. */
  locale?: Locale | "*" | readonly Locale[];
}
`;
