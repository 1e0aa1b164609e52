import { JSON_TYPE } from "./answer.ts";
import type { HttpRequest } from "./port.ts";

/** A request within a request. */
export interface Inner {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  /** In place of the headers of the request around it. */
  readonly headers?: { readonly [name: string]: unknown };
  /** Sent as JSON in place of the body. */
  readonly json?: unknown;
}

/** A request that code makes within another one, which it is answered with. */
export class InnerRequest implements HttpRequest {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly body: HttpRequest["body"];
  readonly remoteAddress: string;
  readonly signal?: AbortSignal;
  readonly #within: HttpRequest;
  readonly #headers: Inner["headers"];
  readonly #isJson: boolean;

  constructor(within: HttpRequest, { method, path, query, headers, json }: Inner) {
    this.method = method;
    this.path = path;
    this.query = query;
    this.remoteAddress = within.remoteAddress;
    if (within.signal !== undefined) this.signal = within.signal;
    this.#within = within;
    this.#headers = headers;
    this.#isJson = json !== undefined;
    this.body = json === undefined ? within.body : Buffer.from(JSON.stringify(json));
  }

  header(name: string): string | undefined {
    // The code around it needs the answer itself, not that the client has it already.
    if (name === "if-none-match") return undefined;
    if (this.#isJson && name === "content-type") return JSON_TYPE;
    if (this.#isJson && name.startsWith("content-")) return undefined;
    // The body keeps the headers with which it came.
    if (this.#headers === undefined || name.startsWith("content-")) return this.#within.header(name);
    const value = this.#headers[name];
    return value === undefined || value === null || value === "" ? undefined : String(value);
  }

  allHeaders(): ReadonlyMap<string, string> {
    const names = this.#headers === undefined ? this.#within.allHeaders().keys() : Object.keys(this.#headers);
    const headers = new Map<string, string>();
    for (const name of names) {
      const value = this.header(name);
      if (value !== undefined) headers.set(name, value);
    }
    return headers;
  }
}
