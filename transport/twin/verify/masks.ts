/** Differences that count as equal, by name; `exact` of a run switches the masks off. */
export const MASKS = ["ids", "times", "ties", "files", "keys", "numbers", "locales"] as const;

export type Mask = (typeof MASKS)[number];

export interface Masked {
  /** The masks that are on. */
  readonly masks: ReadonlySet<Mask>;
  /** Attributes whose values are stand-ins, as `uid.attribute`. */
  readonly scrubbed: ReadonlySet<string>;
  /** Names of headers that are compared, in lower case. */
  readonly headers: readonly string[];
}

/** Causes of differences, by which they are grouped and allowed. */
export const CAUSES = ["order", "key", "value", "total", "status", "error text", "type", "header"] as const;

export type Cause = (typeof CAUSES)[number];

/** One place in which two answers differ. */
export interface Difference {
  readonly cause: Cause;
  /** In the source's answer: `data[0].author.name`. */
  readonly path: string;
  /** uid of the type of the entry that differs, and the place in it without indexes: `blocks.title`. */
  readonly owner: string;
  readonly name: string;
  /** Of the entry that differs, or is missing. */
  readonly documentId: string | null;
  /** Undefined means absent. */
  readonly real: unknown;
  readonly here: unknown;
}
