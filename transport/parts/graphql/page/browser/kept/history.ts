import type { Operation } from "../operation.ts";
import { Kept, textIn } from "./kept.ts";

/** An operation that was run. */
export interface PastOperation extends Operation {
  /** Time of its last run, in ISO 8601. */
  readonly at: string;
}

const MAX_OPERATIONS = 50;

/** The operations that were run here, the newest first, without duplicates; never with headers, which may be secret. */
export class History {
  readonly #kept = new Kept<readonly PastOperation[]>(() => localStorage, "history", readPast);

  list(): readonly PastOperation[] {
    return this.#kept.get();
  }

  add({ query, variables }: Operation): void {
    const past = { query, variables, at: new Date().toISOString() };
    this.#kept.set([past, ...this.#without(past)].slice(0, MAX_OPERATIONS));
  }

  remove(operation: Operation): void {
    this.#kept.set(this.#without(operation));
  }

  clear(): void {
    this.#kept.set([]);
  }

  #without({ query, variables }: Operation): readonly PastOperation[] {
    return this.list().filter((other) => other.query !== query || other.variables !== variables);
  }
}

function readPast(value: unknown): readonly PastOperation[] {
  if (!Array.isArray(value)) return [];
  return value
    .map((entry: unknown) => ({
      query: textIn(entry, "query"),
      variables: textIn(entry, "variables"),
      at: textIn(entry, "at"),
    }))
    .filter(({ query }) => query !== "");
}
