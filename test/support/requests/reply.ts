/** An entry of an answer: its identity for sure, its attributes as they come. */
export interface ReplyEntry {
  readonly id: number;
  readonly documentId: string;
  readonly [attribute: string]: unknown;
}

export interface ReplyError {
  readonly status: number;
  readonly name: string;
  readonly message: string;
  readonly details: unknown;
}

type JsonObject = Readonly<Record<string, unknown>>;

/** An answer of the content service. Asking for a part that it lacks makes the test fail with the whole answer. */
export class Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;

  private constructor(status: number, headers: Headers, text: string) {
    this.status = status;
    this.headers = headers;
    this.text = text;
  }

  static async of(response: Response): Promise<Reply> {
    return new Reply(response.status, response.headers, await response.text());
  }

  get body(): JsonObject {
    if (!this.text.startsWith("{")) return this.#lacks("JSON object");
    return JSON.parse(this.text);
  }

  /** The one entry under `data`. */
  get entry(): ReplyEntry {
    const { data } = this.body;
    return isEntry(data) ? data : this.#lacks("entry");
  }

  /** The list under `data`. */
  get entries(): readonly ReplyEntry[] {
    const { data } = this.body;
    return Array.isArray(data) && data.every(isEntry) ? data : this.#lacks("list of entries");
  }

  /** One attribute of all entries, in order. */
  all(attribute: string): readonly unknown[] {
    return this.entries.map((entry) => entry[attribute]);
  }

  get pagination(): JsonObject {
    const { meta } = this.body;
    return isObject(meta) && isObject(meta.pagination) ? meta.pagination : this.#lacks("meta.pagination");
  }

  get error(): ReplyError {
    const { error } = this.body;
    return isError(error) ? error : this.#lacks("error");
  }

  #lacks(what: string): never {
    throw new Error(`The answer has no ${what}: ${this.status} ${this.text.slice(0, 1000)}`);
  }
}

const isObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const isEntry = (value: unknown): value is ReplyEntry => isObject(value) && typeof value.documentId === "string";

const isError = (value: unknown): value is ReplyError => isObject(value) && typeof value.message === "string";
