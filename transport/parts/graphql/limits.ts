import { ANSWER_BYTES, DEFAULT_WORK } from "../../../engine/internal.ts";

/** Limits of one operation. No ordinary client comes near any of these. */
export interface GraphqlLimits {
  /** Levels of fields with a selection, fragments counted where they are spread: 20. */
  readonly depth: number;
  /** Aliased fields: 200. */
  readonly aliases: number;
  /**
   * Comparisons of fields of one name, or of fragments, at one place of the answer: 100,000. A pair of leaves takes one,
   * any other pair four.
   */
  readonly repetition: number;
  /** Operations, fragments and variables: 500. */
  readonly definitions: number;
  /** Characters of the document; longer texts go into variables: 200,000. */
  readonly length: number;
  /** Tokens of the document: 10,000. */
  readonly tokens: number;
  /** Characters of a name or number: 500. */
  readonly word: number;
  /** Nesting of brackets, in the document and in the request's JSON: 40. */
  readonly nesting: number;
  /** Values in the variables of a query: 10,000. Those of a mutation are limited as the bodies of REST are. */
  readonly variables: number;
  /** Fields, with fragments expanded where they are spread: 10,000. */
  readonly fields: number;
  /** Entries that the operation could return if every list were full, or had all documents of its type: 5,000,000. */
  readonly cost: number;
  /** Entries that it returns: 100,000. */
  readonly entries: number;
  /** Bytes of its answer: 32 MiB. */
  readonly answerBytes: number;
  /** Units of work, of about 40 ns each, of all its reads together; every row of a scanned type costs a few: 2,000,000. */
  readonly work: number;
  /** Milliseconds of execution: 10,000. */
  readonly time: number;
}

export const GRAPHQL_LIMITS: GraphqlLimits = {
  depth: 20,
  aliases: 200,
  repetition: 100_000,
  definitions: 500,
  length: 200_000,
  tokens: 10_000,
  word: 500,
  nesting: 40,
  variables: 10_000,
  fields: 10_000,
  cost: 5_000_000,
  entries: 100_000,
  answerBytes: ANSWER_BYTES,
  work: DEFAULT_WORK,
  time: 10_000,
};

/** The refusal of an operation whose answer is too large. */
export function tooLargeAnswer({ answerBytes }: GraphqlLimits): LimitError {
  return new LimitError("answerBytes", answerBytes, "bytes of the answer; ask for smaller pages or fewer fields");
}

/** Limits that an operation exceeds by itself, before it has read anything. */
const OF_DOCUMENTS: ReadonlySet<keyof GraphqlLimits> = new Set([
  "aliases",
  "repetition",
  "definitions",
  "length",
  "tokens",
  "word",
  "nesting",
  "variables",
  "fields",
  "cost",
]);

/** An operation over a limit: refused as a whole, with the limit's name. */
export class LimitError extends Error {
  override readonly name = "LimitError";
  readonly limit: keyof GraphqlLimits;

  constructor(limit: keyof GraphqlLimits, allowed: number, what: string) {
    const key = OF_DOCUMENTS.has(limit) ? ` (graphql.limits.${limit} in the configuration raises it)` : "";
    super(`The operation exceeds the limit "${limit}": more than ${allowed} ${what}${key}`);
    this.limit = limit;
  }
}
