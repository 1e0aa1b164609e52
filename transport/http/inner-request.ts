import { JSON_TYPE } from "./answer.ts";
import type { HttpRequest } from "./port.ts";

/** The parts of a request that differ from the request in whose place it stands. */
export interface Change {
  readonly method?: string;
  readonly path?: string;
  readonly query?: string;
  /** In place of the headers, but for the headers of the body. */
  readonly headers?: { readonly [name: string]: unknown };
  /** In place of the body and its headers. */
  readonly body?: { readonly bytes: Uint8Array; readonly type: string };
}

/** Stands in the place of another request, with some parts changed. */
export class ChangedRequest implements HttpRequest {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly body: HttpRequest["body"];
  readonly #request: HttpRequest;
  readonly #headers: Change["headers"];
  readonly #type: string | undefined;

  constructor(request: HttpRequest, { method, path, query, headers, body }: Change) {
    this.method = method ?? request.method;
    this.path = path ?? request.path;
    this.query = query ?? request.query;
    this.body = body === undefined ? request.body : body.bytes;
    this.#request = request;
    this.#headers = headers;
    this.#type = body?.type;
  }

  get remoteAddress(): string {
    return this.#request.remoteAddress;
  }

  /** A getter, since some listeners make the signal when it is asked for. */
  get signal(): AbortSignal {
    return this.#request.signal as AbortSignal;
  }

  header(name: string): string | undefined {
    if (name.startsWith("content-")) {
      if (this.#type === undefined) return this.#request.header(name);
      return name === "content-type" ? this.#type : undefined;
    }
    if (this.#headers === undefined) return this.#request.header(name);
    const value = this.#headers[name];
    return value === undefined || value === null || value === "" ? undefined : String(value);
  }

  allHeaders(): ReadonlyMap<string, string> {
    const names = this.#headers === undefined ? this.#request.allHeaders().keys() : Object.keys(this.#headers);
    const headers = new Map<string, string>();
    for (const name of names) {
      const value = this.header(name);
      if (value !== undefined) headers.set(name, value);
    }
    return headers;
  }
}

/** A request within a request. */
export interface Inner extends Omit<Change, "body"> {
  /** Sent as JSON in place of the body. */
  readonly json?: unknown;
}

/** A request that code makes within another one, which it is answered with. */
export class InnerRequest extends ChangedRequest {
  constructor(within: HttpRequest, { json, ...change }: Inner) {
    const body = json === undefined ? {} : { body: { bytes: Buffer.from(JSON.stringify(json)), type: JSON_TYPE } };
    super(within, { ...change, ...body });
  }

  override header(name: string): string | undefined {
    // The code around this request needs the answer itself, not the word that the client has it already.
    return name === "if-none-match" ? undefined : super.header(name);
  }
}
