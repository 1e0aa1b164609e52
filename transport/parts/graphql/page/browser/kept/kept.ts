/**
 * A named value in the browser's storage for this endpoint. If nothing valid is stored, the value is the initial
 * one.
 */
export class Kept<T> {
  readonly #storage: () => Storage;
  readonly #key: string;
  readonly #read: (value: unknown) => T;

  /** `read`: parses the stored value, undefined if there is none. */
  constructor(storage: () => Storage, name: string, read: (value: unknown) => T) {
    this.#storage = storage;
    this.#key = `galley ${location.pathname} ${name}`;
    this.#read = read;
  }

  get(): T {
    return this.#read(this.#stored());
  }

  set(value: T): void {
    try {
      this.#storage().setItem(this.#key, JSON.stringify(value));
    } catch {
      // Storage is full, or forbidden by the user: the page works without it.
    }
  }

  #stored(): unknown {
    try {
      return JSON.parse(this.#storage().getItem(this.#key) ?? "null") ?? undefined;
    } catch {
      return undefined;
    }
  }
}

/** The text under a key of any value; empty if there is none. */
export function textIn(value: unknown, name: string): string {
  if (typeof value !== "object" || value === null) return "";
  const text: unknown = Reflect.get(value, name);
  return typeof text === "string" ? text : "";
}
