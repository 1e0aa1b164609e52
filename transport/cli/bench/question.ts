/** A list of documents that somebody asks for, in no server's words: each dialect says it in its own. */
export interface Question {
  /** All of them hold. */
  readonly where: readonly Condition[];
  /** One of them holds; empty where nothing like this is asked. */
  readonly either: readonly Condition[];
  /** Null: in the order of creation. */
  readonly sort: Sort | null;
  /** The first is 1. */
  readonly page: number;
  readonly pageSize: number;
  /** Relations whose entries are wanted too. */
  readonly populate: readonly Populated[];
}

/** A relation whose entries are wanted: all of them in their own order, unless something is said of them. */
export interface Populated {
  readonly relation: string;
  readonly narrowed: { readonly where: Condition; readonly sort: Sort } | null;
}

export interface Condition {
  /** Null: the document's own field. */
  readonly relation: string | null;
  readonly field: string;
  readonly operator: "eq" | "in" | "gte" | "lt" | "containsi" | "startsWith";
  /** A list for `in` only. */
  readonly value: Value | readonly Value[];
}

export type Value = string | number | boolean;

export interface Sort {
  readonly field: string;
  readonly direction: "asc" | "desc";
}

const ANY: Question = { where: [], either: [], sort: null, page: 1, pageSize: 25, populate: [] };

/** A query, by its differences from the default list. */
export function ask(said: Partial<Question>): Question {
  return { ...ANY, ...said };
}

/** A condition on a field of the document itself. */
export function own(field: string, operator: Condition["operator"], value: Condition["value"]): Condition {
  return { relation: null, field, operator, value };
}

/** A condition on a field of the entry behind a relation. */
export function behind(
  relation: string,
  field: string,
  value: Condition["value"],
  operator: Condition["operator"] = "eq",
): Condition {
  return { relation, field, operator, value };
}

/** All entries behind a relation. */
export function whole(relation: string): Populated {
  return { relation, narrowed: null };
}
