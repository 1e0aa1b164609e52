import type { Access } from "../../access.ts";
import { ObjectNumbers } from "../../structures/object-numbers.ts";
import { weightOf } from "../../structures/weight-of.ts";
import { WeightedCache } from "../../structures/weighted-cache.ts";
import type { CheckContext } from "./context.ts";

/** Longer texts are seldom requested twice. */
const MAX_CHARACTERS = 2_000;

/** Size limit of the cached results, in bytes. */
const ANSWERS_BYTES = 8 * 1_048_576;

interface Answer {
  readonly value: unknown;
  /** The number of query parts that the check has counted. */
  readonly parts: number;
}

/**
 * Caches the checked parts of queries: a query that differs from an earlier one only in its filters and page needs only
 * these checked. It is valid for one schema, set of rules and limits, and audience; callers share no entries.
 */
export class CheckCache {
  readonly #answers = new WeightedCache<string, Answer>(ANSWERS_BYTES);
  readonly #callers = new ObjectNumbers<Access>();

  /**
   * The result of `check` for a raw value, or the cached one for an equal value. Faults are not cached. Once a fault
   * has been found the cache is not read, so that the first fault of all is reported. `name` identifies the check and
   * the type that it is for.
   */
  checked<T>(context: CheckContext, name: string, raw: unknown, check: () => T): T {
    const text = raw === undefined || !context.faults.none ? null : textOf(name, raw);
    if (text === null) return check();
    const key = `${this.#callers.of(context.access)} ${text}`;
    const known = this.#answers.get(key);
    if (known !== undefined) {
      context.count(known.parts);
      // Every value under this name was made by the same check.
      return known.value as T;
    }
    const before = context.parts;
    const value = check();
    if (!context.faults.none) return value;
    this.#answers.set(key, { value, parts: context.parts - before }, 2 * key.length + weightOf(value));
    return value;
  }
}

/** Null for a value that has no text form, or one that is too long. */
function textOf(name: string, raw: unknown): string | null {
  if (typeof raw === "string") return raw.length > MAX_CHARACTERS ? null : `${name} text ${raw}`;
  try {
    const text = JSON.stringify(raw);
    return text === undefined || text.length > MAX_CHARACTERS ? null : `${name} ${text}`;
  } catch {
    // A cycle, a bigint, or too deeply nested: the check reports the fault.
    return null;
  }
}
