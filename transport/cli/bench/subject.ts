/** The subject of workloads: the documents of one content type, in the words of its fields. */
export interface Subject {
  /** How many documents are asked for one by one. */
  readonly documents: number;
  /** A number that differs between documents, from 0 up to `below`. */
  readonly number: { readonly field: string; readonly below: number };
  /** Fields to sort by: a point in time first, then others. */
  readonly orders: readonly [string, ...string[]];
  /** Null: it has no field that is on or off. */
  readonly flag: string | null;
  /** Null: it has no text. */
  readonly text: TextField | null;
  /** Relations to populate. */
  readonly populate: readonly string[];
  /** Fields of linked entries to filter by, with the values that they have. */
  readonly links: readonly LinkedField[];
  /** A relation to several entries, and a text of these; null where there is none. */
  readonly list: Pick<LinkedField, "relation" | "field" | "value"> | null;
  /** The values of a new document; null where none can be made. */
  readonly create: ((at: number) => Values) | null;
}

export type Values = { readonly [name: string]: unknown };

export interface TextField {
  readonly field: string;
  /** With which some values begin. */
  readonly beginnings: readonly string[];
  /** Which some values hold somewhere, in any case. */
  readonly parts: readonly string[];
}

export interface LinkedField {
  readonly relation: string;
  readonly field: string;
  readonly count: number;
  value(at: number): string;
  /** The documentId of a document, by its number. */
  idOf(at: number): string;
  /** So many documents have one value that another condition is needed to separate them. */
  readonly many: boolean;
}
