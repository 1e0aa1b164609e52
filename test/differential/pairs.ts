/** Documents that both servers have under different ids: `@post:1@` in a request refers to either. */
export class Pairs {
  readonly #real = new Map<string, string>();
  readonly #galley = new Map<string, string>();
  readonly #keys = new Map<string, string>();
  readonly #byType = new Map<string, string[]>();

  /** Names a document of the type by the ids that the two servers gave it. */
  add(type: string, real: string, galley: string): void {
    const known = this.#byType.get(type) ?? [];
    const key = `@${type}:${known.length}@`;
    this.#byType.set(type, [...known, key]);
    this.#real.set(key, real);
    this.#galley.set(key, galley);
    this.#keys.set(real, key);
    this.#keys.set(galley, key);
  }

  /** Names of all documents of a type that were ever added. */
  of(type: string): readonly string[] {
    return this.#byType.get(type) ?? [];
  }

  fill(text: string, server: "real" | "galley"): string {
    const ids = server === "real" ? this.#real : this.#galley;
    return text.replace(/@[\w-]+:\d+@/g, (key) => ids.get(key) ?? key);
  }

  /** The text with ids replaced by the names of documents; all other ids look alike. */
  named(text: string): string {
    return text.replace(/[a-z][a-z0-9]{23}/g, (id) => this.#keys.get(id) ?? "#id");
  }
}
