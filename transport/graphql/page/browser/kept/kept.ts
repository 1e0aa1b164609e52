/**
 * A value that a browser keeps for this endpoint under a name. Where it keeps nothing, or what it kept is not to be
 * understood, the value is as at the beginning.
 */
export class Kept<T> {
  readonly #storage: () => Storage;
  readonly #key: string;
  readonly #read: (value: unknown) => T;

  /** `read`: makes the value of anything at all, undefined being nothing kept. */
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
      // Full, or forbidden by the user: the page works without.
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

/** The text under a name of anything at all; empty where there is none. */
export function textIn(value: unknown, name: string): string {
  if (typeof value !== "object" || value === null) return "";
  const text: unknown = Reflect.get(value, name);
  return typeof text === "string" ? text : "";
}
