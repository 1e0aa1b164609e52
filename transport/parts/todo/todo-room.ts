import { EngineError } from "../../../engine/internal.ts";

/** Limits of todos. */
export const MAX_TODOS = 100_000;

/** Of all titles together, as the list prints them, which is one answer. */
const MAX_BYTES = 8 * 1_048_576;

/** The current usage. */
export interface Countable {
  /** Number of todos. */
  readonly count: () => number;
  /** Bytes of all of them. */
  readonly titles: () => Iterable<string>;
}

/**
 * Bounds the todos, which anyone may write: their number, and the bytes of their titles. Writes are added up; only when
 * the sum is too large, the todos are counted again, since titles are also deleted.
 */
export class TodoRoom {
  readonly #stored: Countable;
  readonly #maxTodos: number;
  /** Todos that are being created, and bytes of titles that are being written. */
  readonly #pending = { todos: 0, bytes: 0 };
  /** An upper bound of the bytes of all titles; null before they are counted. */
  #bytes: number | null = null;

  constructor(stored: Countable, maxTodos: number) {
    this.#stored = stored;
    this.#maxTodos = maxTodos;
  }

  /**
   * Writes one more todo, or another title of an existing one.
   *
   * @throws EngineError `application` (rejected) if there is no room for it, and what `write` throws.
   */
  async write<T>(title: string, isNew: boolean, write: () => Promise<T>): Promise<T> {
    const todos = isNew ? 1 : 0;
    const bytes = writtenBytes(title);
    if (isNew && this.#stored.count() + this.#pending.todos >= this.#maxTodos) {
      throw full(`There are ${this.#maxTodos} todos`);
    }
    this.#add(bytes);
    this.#pending.todos += todos;
    this.#pending.bytes += bytes;
    try {
      return await write();
    } finally {
      this.#pending.todos -= todos;
      this.#pending.bytes -= bytes;
    }
  }

  #add(bytes: number): void {
    let all = this.#bytes ?? MAX_BYTES;
    if (all + bytes > MAX_BYTES) all = this.#count() + this.#pending.bytes;
    if (all + bytes > MAX_BYTES) throw full(`The titles of the todos have ${MAX_BYTES} bytes`);
    this.#bytes = all + bytes;
  }

  /** Takes time linear in the number of todos. */
  #count(): number {
    let bytes = 0;
    for (const title of this.#stored.titles()) bytes += writtenBytes(title);
    return bytes;
  }
}

/** Some characters take six bytes in JSON. */
function writtenBytes(title: string): number {
  return Buffer.byteLength(JSON.stringify(title));
}

function full(what: string): EngineError {
  return new EngineError("application", `${what}, as many as there may be: delete some`);
}
