import { mapped } from "./mapped.ts";

const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const TIMESTAMP_KEYS = new Set(["createdAt", "updatedAt", "publishedAt"]);
const DOCUMENT_ID = /^[a-z][a-z0-9]{23}$/;
const JWT = /^eyJ[\w-]+(?:\.[\w-]+){2}$/;
const BCRYPT = /^\$2[aby]\$\d\d\$[./A-Za-z0-9]{53}$/;

/** Values of earlier answers that later steps of a scenario of writes.json use: `@name`. */
export class Names {
  readonly #values = new Map<string, unknown>();

  save(name: string, value: unknown): void {
    this.#values.set(name, value);
  }

  /** A string that consists of `@name` becomes the value itself, `@name$` its text; inside a string, the text is inserted. */
  fill(body: unknown): unknown {
    return mapped(body, (value) => {
      if (typeof value !== "string") return value;
      const whole = /^@([A-Za-z0-9_]+)(\$?)$/.exec(value);
      const name = whole?.[1];
      if (name === undefined || !this.#values.has(name)) return this.fillText(value);
      const saved = this.#values.get(name);
      return whole?.[2] === "$" ? String(saved) : saved;
    });
  }

  fillText(text: string): string {
    return text.replace(/@([A-Za-z0-9_]+)/g, (written, name) =>
      this.#values.has(name) ? String(this.#values.get(name)) : written,
    );
  }

  /** The answer with what differs from run to run replaced by names and marks. */
  normalise(body: unknown): unknown {
    return mapped(body, (value, key) => {
      if (key === "id" && typeof value === "number") return "#id";
      if (typeof value !== "string") return value;
      if (key === "id" && /^\d+$/.test(value)) return "#id$";
      if (TIMESTAMP_KEYS.has(key) && TIMESTAMP.test(value)) return "#ts";
      if (BCRYPT.test(value)) return "#hash";
      if (JWT.test(value)) return "#jwt";
      const named = this.#withNames(value);
      if (key === "documentId" && DOCUMENT_ID.test(named)) return "#doc";
      if (key === "hash" || key === "url") return named.replace(/_[0-9a-f]{10}/, "_#hex");
      return key === "message" ? withoutIds(sortedChoices(named)) : named;
    });
  }

  #withNames(text: string): string {
    let named = text;
    for (const [name, value] of this.#values) {
      if (typeof value === "string" && value.length > 8) named = named.replaceAll(value, `@${name}`);
    }
    return named;
  }
}

function withoutIds(message: string): string {
  return message.replace(/\bid \d+/g, "id #id").replace(/"(before|after)":\d+/g, '"$1":#id');
}

/** The order in which a server lists its components is its own. */
function sortedChoices(message: string): string {
  return message.replace(
    /(must be one of the following values: )((?:[\w-]+\.[\w-]+(?:, )?)+)$/,
    (_all, head, uids) => `${head}${uids.split(", ").sort().join(", ")}`,
  );
}
