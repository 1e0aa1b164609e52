import type { Access } from "../../access.ts";
import type { CheckContext } from "./context.ts";

/** Longer ones are seldom asked for twice. */
const MOST_CHARACTERS = 2_000;

/** Answers kept for one caller; all go when there are more. */
const MOST_ANSWERS = 1_000;

interface Answer {
  readonly value: unknown;
  /** Parts of a query that were counted on the way. */
  readonly parts: number;
}

/**
 * What parts of queries came to when they were checked before: a query that differs in nothing but its filters and its
 * page is checked for these alone. For one schema, set of rules and limits, and audience; callers share nothing.
 */
export class CheckMemo {
  readonly #byAccess = new WeakMap<Access, Map<string, Answer>>();

  /**
   * What `check` makes of a raw value, or made of an equal one. Faults are not kept, and where there is one already
   * nothing is taken from here, so that the first one of all is told. `name` tells what is checked, and at which type.
   */
  checked<T>(context: CheckContext, name: string, raw: unknown, check: () => T): T {
    const key = raw === undefined || !context.faults.none ? null : keyOf(name, raw);
    if (key === null) return check();
    const answers = this.#byAccess.get(context.access) ?? new Map<string, Answer>();
    const known = answers.get(key);
    if (known !== undefined) {
      context.count(known.parts);
      // What stands under a name was made by that name's check.
      return known.value as T;
    }
    const before = context.parts;
    const value = check();
    if (!context.faults.none) return value;
    if (answers.size >= MOST_ANSWERS) answers.clear();
    answers.set(key, { value, parts: context.parts - before });
    this.#byAccess.set(context.access, answers);
    return value;
  }
}

/** Null for what has no text, or too long a one. */
function keyOf(name: string, raw: unknown): string | null {
  if (typeof raw === "string") return raw.length > MOST_CHARACTERS ? null : `${name} text ${raw}`;
  try {
    const text = JSON.stringify(raw);
    return text === undefined || text.length > MOST_CHARACTERS ? null : `${name} ${text}`;
  } catch {
    // A cycle, a bigint, or nested deeper than the stack: the check tells what is wrong with it.
    return null;
  }
}
