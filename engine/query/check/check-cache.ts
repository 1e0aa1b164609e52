import type { Access } from "../../access.ts";
import { ObjectNumbers } from "../../structures/object-numbers.ts";
import { weightOf } from "../../structures/weight-of.ts";
import { WeightedCache } from "../../structures/weighted-cache.ts";
import type { CheckContext } from "./context.ts";

/** Longer ones are seldom asked for twice. */
const MAX_CHARACTERS = 2_000;

/** Bytes of the answers that are kept. */
const ANSWERS_BYTES = 8 * 1_048_576;

interface Answer {
  readonly value: unknown;
  /** Parts of a query that were counted on the way. */
  readonly parts: number;
}

/**
 * What parts of queries came to when they were checked before: a query that differs in nothing but its filters and its
 * page is checked for these alone. For one schema, set of rules and limits, and audience; callers share nothing.
 */
export class CheckCache {
  readonly #answers = new WeightedCache<string, Answer>(ANSWERS_BYTES);
  readonly #callers = new ObjectNumbers<Access>();

  /**
   * What `check` makes of a raw value, or made of an equal one. Faults are not kept, and where there is one already
   * nothing is taken from here, so that the first one of all is told. `name` tells what is checked, and at which type.
   */
  checked<T>(context: CheckContext, name: string, raw: unknown, check: () => T): T {
    const text = raw === undefined || !context.faults.none ? null : textOf(name, raw);
    if (text === null) return check();
    const key = `${this.#callers.of(context.access)} ${text}`;
    const known = this.#answers.get(key);
    if (known !== undefined) {
      context.count(known.parts);
      // What is cached under a name was made by that name's check.
      return known.value as T;
    }
    const before = context.parts;
    const value = check();
    if (!context.faults.none) return value;
    this.#answers.set(key, { value, parts: context.parts - before }, 2 * key.length + weightOf(value));
    return value;
  }
}

/** Null for what has no text, or too long a one. */
function textOf(name: string, raw: unknown): string | null {
  if (typeof raw === "string") return raw.length > MAX_CHARACTERS ? null : `${name} text ${raw}`;
  try {
    const text = JSON.stringify(raw);
    return text === undefined || text.length > MAX_CHARACTERS ? null : `${name} ${text}`;
  } catch {
    // A cycle, a bigint, or nested deeper than the stack: the check reports the fault.
    return null;
  }
}
