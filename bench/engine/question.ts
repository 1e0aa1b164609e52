/** A requested page of posts, independent of any query language: each contestant translates it. */
export interface Question {
  readonly filter: Filter | null;
  /** Empty: by number. Ties are ordered by number. */
  readonly sort: readonly SortKey[];
  /** The first is 1. */
  readonly page: number;
  readonly pageSize: number;
}

export type Filter = Comparison | { readonly kind: "every" | "some"; readonly filters: readonly Filter[] };

export interface Comparison {
  readonly kind: "compare";
  readonly field: Field;
  readonly operator: Operator;
  readonly value: Value;
}

export type Operator = "eq" | "ne" | "in" | "lt" | "gte" | "between" | "null" | "startsWith" | "contains" | "containsi";

/** A list for `in` and `between` only. */
export type Value = string | number | boolean | readonly (string | number)[];

/** A field of the post itself, of its component `seo`, or of a linked entry. */
export interface Field {
  readonly of: "post" | "seo" | "author" | "category" | "tags";
  readonly name: string;
}

export interface SortKey {
  readonly field: Field;
  readonly descending: boolean;
}

/** A question, given by its differences from the first page of all posts. */
export function ask(said: Partial<Question>): Question {
  return { filter: null, sort: [], page: 1, pageSize: 25, ...said };
}

export function every(...filters: readonly Filter[]): Filter {
  return { kind: "every", filters };
}

export function some(...filters: readonly Filter[]): Filter {
  return { kind: "some", filters };
}

/** A condition on a field: `views`, or `author.email`. */
export function where(field: string, operator: Operator, value: Value): Comparison {
  return { kind: "compare", field: fieldOf(field), operator, value };
}

export function up(field: string): SortKey {
  return { field: fieldOf(field), descending: false };
}

export function down(field: string): SortKey {
  return { field: fieldOf(field), descending: true };
}

function fieldOf(path: string): Field {
  const [first = "", second] = path.split(".");
  if (second === undefined) return { of: "post", name: first };
  // The questions of this benchmark contain no other names.
  return { of: first as Field["of"], name: second };
}
