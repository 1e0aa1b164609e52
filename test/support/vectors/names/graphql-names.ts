import { isRecord } from "../differences.ts";
import { mapped } from "./mapped.ts";

const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const DOCUMENT_ID = /^[a-z][a-z0-9]{23}$/;

/** Names of graphql.json for values that differ between runs: `@name` is a documentId or another saved string. */
export class GraphqlNames {
  readonly #values = new Map<string, string>();

  save(name: string, value: unknown): void {
    if (typeof value === "string") this.#values.set(name, value);
  }

  /** The text with every name replaced that has been saved. */
  fill(text: string): string {
    return text.replace(/@([A-Za-z0-9_]+)/g, (written, name) => this.#values.get(name) ?? written);
  }

  /** The answer with documentIds as names, and a mark wherever the record has one and the value is of its kind. */
  normalise(body: unknown, recorded: unknown): unknown {
    return marked(
      mapped(body, (value) => (typeof value === "string" ? this.#withNames(value) : value)),
      recorded,
    );
  }

  #withNames(text: string): string {
    let named = text;
    for (const [name, value] of this.#values) if (value.length > 8) named = named.replaceAll(value, `@${name}`);
    return named;
  }
}

const MARKS: Readonly<Record<string, (text: string) => boolean>> = {
  "#ts": (text) => TIMESTAMP.test(text),
  "#id": (text) => DOCUMENT_ID.test(text) || text.startsWith("@"),
  "#cid": (text) => /^\d+$/.test(text),
  "#hash": (text) => text.startsWith("$2"),
};

function marked(value: unknown, recorded: unknown): unknown {
  if (Array.isArray(value) && Array.isArray(recorded)) return value.map((item, index) => marked(item, recorded[index]));
  if (isRecord(value) && isRecord(recorded)) {
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, marked(item, recorded[key])]));
  }
  const isKind = typeof recorded === "string" ? MARKS[recorded] : undefined;
  return isKind !== undefined && typeof value === "string" && isKind(value) ? recorded : value;
}
