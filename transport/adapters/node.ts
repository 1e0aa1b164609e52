import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Handler, HttpRequest, HttpResponse, Listener, Listening, ListenOptions } from "../port.ts";
import { BodyCollector } from "./body-collector.ts";
import { CLOSE_GRACE, HEAD_BYTES, HEAD_TIMEOUT, REQUEST_TIMEOUT, STALL_TIMEOUT, TIMEOUT_CHECK } from "./limits.ts";

/** node:http: runs wherever Node does. It refuses unsound framing by itself. */
export const nodeListener: Listener = { name: "node:http", listen };

async function listen(handler: Handler, options: ListenOptions): Promise<Listening> {
  const server = createServer({
    maxHeaderSize: HEAD_BYTES,
    headersTimeout: HEAD_TIMEOUT,
    requestTimeout: REQUEST_TIMEOUT,
    connectionsCheckingInterval: TIMEOUT_CHECK,
    joinDuplicateHeaders: true,
  });
  server.timeout = STALL_TIMEOUT;
  server.on("request", (request, response) => void answer(server, handler, options.bodyLimit, request, response));
  await bind(server, options);
  return { port: (server.address() as AddressInfo).port, close: () => close(server) };
}

/** Rejects with the system's error: EADDRINUSE, EACCES, ENOTFOUND. */
function bind(server: Server, { host, port }: ListenOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => {
      server.off("error", reject);
      resolve();
    });
  });
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    // A closing server no longer looks for slow requests.
    const grace = setTimeout(() => server.closeAllConnections(), CLOSE_GRACE);
    server.close(() => {
      clearTimeout(grace);
      resolve();
    });
    server.closeIdleConnections();
  });
}

async function answer(
  server: Server,
  handler: Handler,
  bodyLimit: number,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  try {
    const body = hasBody(incoming) ? await readBody(incoming, bodyLimit) : { bytes: null, whole: true };
    const answered = handler(new NodeRequest(incoming, body.bytes));
    const response = answered instanceof Promise ? await answered : answered;
    send(incoming, outgoing, response, body.whole && server.listening);
  } catch {
    // The client is gone, or the answer cannot be written: nobody is left to be told.
    incoming.destroy();
  }
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers["transfer-encoding"] !== undefined || (headers["content-length"] ?? "0") !== "0";
}

interface Body {
  readonly bytes: HttpRequest["body"];
  /** False: more was to come than anyone would read. */
  readonly whole: boolean;
}

function readBody(incoming: IncomingMessage, limit: number): Promise<Body> {
  return new Promise((resolve, reject) => {
    const collector = new BodyCollector(limit);
    incoming.on("data", (chunk: Buffer) => {
      if (collector.add(chunk)) return;
      incoming.pause();
      resolve({ bytes: collector.body, whole: false });
    });
    incoming.on("end", () => resolve({ bytes: collector.body, whole: true }));
    incoming.on("error", reject);
  });
}

function send(incoming: IncomingMessage, outgoing: ServerResponse, response: HttpResponse, keepAlive: boolean): void {
  const { status, headers, requestId, body } = response;
  const lines = headers.flat();
  lines.push("x-request-id", requestId);
  if (body !== null) lines.push("content-length", String(Buffer.byteLength(body)));
  else if (status !== 204 && status !== 304) lines.push("content-length", "0");
  if (!keepAlive) lines.push("connection", "close");
  outgoing.writeHead(status, lines);
  if (body === null || incoming.method === "HEAD") outgoing.end();
  else outgoing.end(body);
}

class NodeRequest implements HttpRequest {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly body: HttpRequest["body"];
  readonly #incoming: IncomingMessage;

  constructor(incoming: IncomingMessage, body: HttpRequest["body"]) {
    const target = originForm(incoming.url ?? "/");
    const mark = target.indexOf("?");
    this.method = incoming.method ?? "GET";
    this.path = mark === -1 ? target : target.slice(0, mark);
    this.query = mark === -1 ? "" : target.slice(mark + 1);
    this.body = body;
    this.#incoming = incoming;
  }

  header(name: string): string | undefined {
    const value = this.#incoming.headers[name];
    return (Array.isArray(value) ? value.join(", ") : value) || undefined;
  }

  get remoteAddress(): string {
    return this.#incoming.socket.remoteAddress ?? "";
  }
}

/** The target as path and query: without the origin that a proxy sends, and the root for `*`. */
function originForm(target: string): string {
  if (target.startsWith("/")) return target;
  const path = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*(.*)$/i.exec(target)?.[1] ?? "";
  return path.startsWith("/") ? path : `/${path}`;
}
