import type { IncomingMessage, ServerResponse } from "node:http";
import type { HttpRequest } from "../../http/port.ts";
import { allFields, fieldOf } from "../shared/header-fields.ts";

/** A request of node:http; its body is added when it has been read. */
export class NodeRequest implements HttpRequest {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  body: HttpRequest["body"] = null;
  readonly #incoming: IncomingMessage;
  readonly #outgoing: ServerResponse;

  constructor(incoming: IncomingMessage, outgoing: ServerResponse) {
    const target = originForm(incoming.url ?? "/");
    const mark = target.indexOf("?");
    this.method = incoming.method ?? "GET";
    this.path = mark === -1 ? target : target.slice(0, mark);
    this.query = mark === -1 ? "" : target.slice(mark + 1);
    this.#incoming = incoming;
    this.#outgoing = outgoing;
  }

  // Node's own `headers` would first sort every header of every request into an object.
  header(name: string): string | undefined {
    return fieldOf(this.#incoming.rawHeaders, name);
  }

  allHeaders(): ReadonlyMap<string, string> {
    return allFields(this.#incoming.rawHeaders);
  }

  get remoteAddress(): string {
    return this.#incoming.socket.remoteAddress ?? "";
  }

  get signal(): AbortSignal {
    const gone = new AbortController();
    if (this.#outgoing.closed) gone.abort();
    else this.#outgoing.once("close", () => gone.abort());
    return gone.signal;
  }
}

/** The target as path and query: without the origin that a proxy sends; `*` becomes the root. */
function originForm(target: string): string {
  if (target.startsWith("/")) return target;
  const path = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*(.*)$/i.exec(target)?.[1] ?? "";
  return path.startsWith("/") ? path : `/${path}`;
}
