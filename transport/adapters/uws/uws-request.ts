import type { HttpRequest as LentRequest, HttpResponse as NativeResponse } from "uWebSockets.js";
import type { HttpRequest } from "../../http/port.ts";
import { allFields, fieldOf, type HeaderFields } from "../shared/header-fields.ts";
import { addressText } from "./address-text.ts";

/**
 * A request that uWebSockets.js lends for the duration of one callback, copied except for the sender's address. All
 * fields are read in one pass: querying the native side for a few by name takes as long.
 */
export class UwsRequest implements HttpRequest {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly fields: HeaderFields;
  body: HttpRequest["body"] = null;
  readonly #native: NativeResponse;
  #address: ArrayBuffer | null = null;
  #gone: AbortController | null = null;

  constructor(native: NativeResponse, lent: LentRequest, method: string) {
    this.method = method;
    this.path = lent.getUrl();
    // Undefined, despite the types, if there is no question mark.
    this.query = lent.getQuery() ?? "";
    this.fields = fieldsOf(lent);
    this.#native = native;
  }

  header(name: string): string | undefined {
    return fieldOf(this.fields, name);
  }

  allHeaders(): ReadonlyMap<string, string> {
    return allFields(this.fields);
  }

  get remoteAddress(): string {
    return addressText(this.#address ?? this.#native.getRemoteAddress());
  }

  get signal(): AbortSignal {
    this.#gone ??= new AbortController();
    return this.#gone.signal;
  }

  /** Call when the client has gone before its answer. */
  abort(): void {
    this.#gone ??= new AbortController();
    this.#gone.abort();
  }

  /** Call before the native response may become invalid; the request is complete from then on. */
  keep(): void {
    this.#address ??= this.#native.getRemoteAddress();
  }
}

let collected: string[] = [];

function fieldsOf(lent: LentRequest): HeaderFields {
  collected = [];
  lent.forEach(collect);
  return collected;
}

function collect(name: string, value: string): void {
  collected.push(name, value);
}
