import { mapped } from "./mapped.ts";

const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const TIMESTAMP_KEYS = new Set(["createdAt", "updatedAt", "publishedAt"]);

/** Names of documents in reads.json: `@name` is a documentId, `@@name` a numeric id. */
export class Aliases {
  readonly #documentIds = new Map<string, string>();
  readonly #ids = new Map<string, number>();

  /** Binds a name to a document; without a name renews the numeric id of the document if it has one. */
  bind(name: string | undefined, document: { readonly documentId: string; readonly id: number }): void {
    const bound = name ?? this.#nameOf(document.documentId);
    if (bound === undefined) return;
    this.#documentIds.set(bound, document.documentId);
    this.#ids.set(bound, document.id);
  }

  /** The text with every bound name replaced. */
  fill(text: string): string {
    return text
      .replace(/@@([A-Za-z0-9_]+)/g, (written, name) => String(this.#ids.get(name) ?? written))
      .replace(/@([A-Za-z0-9_]+)/g, (written, name) => this.#documentIds.get(name) ?? written);
  }

  /** The body with every bound name replaced; a string that consists of `@@name` becomes a number. */
  fillBody(body: unknown): unknown {
    return mapped(body, (value) => {
      if (typeof value !== "string") return value;
      const id = value.startsWith("@@") ? this.#ids.get(value.slice(2)) : undefined;
      return id ?? this.fill(value);
    });
  }

  /** The answer with what differs from run to run replaced by names and marks. */
  normalise(body: unknown): unknown {
    return mapped(body, (value, key) => {
      if (key === "id" && typeof value === "number") return "#id";
      if (typeof value !== "string") return value;
      if (TIMESTAMP_KEYS.has(key) && TIMESTAMP.test(value)) return "#ts";
      if ((key === "hash" || key === "url") && /dot_|uploads/.test(value)) return "#any";
      return this.#withNames(value);
    });
  }

  #withNames(text: string): string {
    let named = text;
    for (const [name, documentId] of this.#documentIds) named = named.replaceAll(documentId, `@${name}`);
    return named;
  }

  #nameOf(documentId: string): string | undefined {
    return [...this.#documentIds].find(([, bound]) => bound === documentId)?.[0];
  }
}
