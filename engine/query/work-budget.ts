import { EngineError } from "../error.ts";

/** The part of a query that asks for work. */
export type QueryPart = "filters" | "sort" | "populate" | "_q";

/** Work of a read whatever the size of the content: under a tenth of a second, and under 8 MB of populated entries. */
export const DEFAULT_WORK = 2_000_000;

/** Each row of a content type that is asked for adds this much: it must be possible to look at every row. */
const WORK_PER_ROW = 20;

/** Cost of following one link to its row. */
export const LINK = 12;

/** Cost per character of testing a text longer than `testCost` accounts for. */
export const TEXT_CHARACTER = 0.025;
export const SHORT_TEXT = 256;

/** Cost of one entry. */
const ENTRY = 50;

/** Cost of a character of an entry. */
const CHARACTER = 0.25;

/** Cost of an entry that is written field by field, and of each field. */
const WRITTEN_ENTRY = 20;
const WRITTEN_FIELD = 5;

/**
 * How much may be done for one read. A short query can cost any amount of work if relations lead in circles. One unit is
 * about the time of one comparison of numbers, 40 ns.
 */
export class WorkBudget {
  #left: number;
  #type: string | null = null;
  /** The types besides the first one: most reads have none, and a set is larger than the rest of the budget. */
  #otherTypes: Set<string> | null = null;

  private constructor(left: number) {
    this.#left = left;
  }

  /** The budget of outside callers for one read, or for all reads of one operation. */
  static ofCaller(work: number): WorkBudget {
    return new WorkBudget(work);
  }

  static unlimited(): WorkBudget {
    return new WorkBudget(Number.POSITIVE_INFINITY);
  }

  /** Adds what the rows of a type that is asked for allow; of one that is asked for again, nothing. */
  forRowsOf(type: string, rows: number): this {
    if (type === this.#type || this.#otherTypes?.has(type) === true) return this;
    this.#left += rows * WORK_PER_ROW;
    if (this.#type === null) {
      this.#type = type;
    } else {
      this.#otherTypes ??= new Set();
      this.#otherTypes.add(type);
    }
    return this;
  }

  /** Work that may still be done. */
  get left(): number {
    return this.#left;
  }

  /** Sets the work left back to an earlier value, since all later work is done anew. */
  restore(left: number): void {
    this.#left = left;
  }

  /** An entry is shown behind another. Throws as `spend` does. */
  entry(): void {
    this.spend(ENTRY, "populate");
  }

  /** Such an entry has so many further characters. Throws as `spend` does. */
  characters(characters: number): void {
    this.spend(characters * CHARACTER, "populate");
  }

  /** So many entries are about to be written, with so many fields each. Throws as `spend` does. */
  written(entries: number, fields: number): void {
    this.spend(entries * (WRITTEN_ENTRY + fields * WRITTEN_FIELD), "populate");
  }

  /** Throws EngineError `validation` when more is done than may be, with the part of the query that asked for it. */
  spend(work: number, part: QueryPart): void {
    this.#left -= work;
    if (this.#left >= 0) return;
    const message = part === "populate" ? "The query populates too many entries" : "The query asks for too much work";
    throw new EngineError("validation", message, { source: "query", param: part, limit: "work" });
  }
}
