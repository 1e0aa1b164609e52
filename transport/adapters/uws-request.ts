import type { HttpRequest as LentRequest, HttpResponse as NativeResponse } from "uWebSockets.js";
import { type HttpRequest, SINGLE_HEADERS } from "../port.ts";

/**
 * A request that uWebSockets.js lends for the length of one callback. `keep` copies what would be gone after it.
 * Headers are read one by one on demand until then: reading all of them takes longer than answering from memory.
 */
export class UwsRequest implements HttpRequest {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  body: HttpRequest["body"] = null;
  readonly #native: NativeResponse;
  readonly #lent: LentRequest;
  #headers: ReadonlyMap<string, string> | null = null;
  #remoteAddress: string | null = null;

  constructor(native: NativeResponse, lent: LentRequest, method: string) {
    this.method = method;
    this.path = lent.getUrl();
    // Undefined, whatever the types say, when there is no question mark.
    this.query = lent.getQuery() ?? "";
    this.#native = native;
    this.#lent = lent;
  }

  header(name: string): string | undefined {
    if (this.#headers === null && SINGLE_HEADERS.has(name)) return this.#lent.getHeader(name) || undefined;
    return this.#all().get(name) || undefined;
  }

  allHeaders(): ReadonlyMap<string, string> {
    return this.#all();
  }

  get remoteAddress(): string {
    this.#remoteAddress ??= Buffer.from(this.#native.getRemoteAddressAsText()).toString();
    return this.#remoteAddress;
  }

  /** To be called while the request is still lent; it is whole from then on. */
  keep(): void {
    void this.#all();
    void this.remoteAddress;
  }

  #all(): ReadonlyMap<string, string> {
    this.#headers ??= joinedHeaders(this.#lent);
    return this.#headers;
  }
}

/** Empty ones are left out, but for a second one of the same name: that makes the join differ from either. */
function joinedHeaders(lent: LentRequest): ReadonlyMap<string, string> {
  const headers = new Map<string, string>();
  lent.forEach((name, value) => {
    const before = headers.get(name);
    headers.set(name, before === undefined ? value : `${before}, ${value}`);
  });
  return headers;
}
