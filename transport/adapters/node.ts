import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Handler, HttpRequest, HttpResponse, Listener, Listening, ListenOptions } from "../port.ts";
import { BodyCollector } from "./body-collector.ts";
import { framingOf } from "./framing.ts";
import { CLOSE_GRACE, HEAD_BYTES, HEAD_TIMEOUT, REQUEST_TIMEOUT, STALL_TIMEOUT, TIMEOUT_CHECK } from "./limits.ts";
import { NodeRequest } from "./node-request.ts";

/** node:http: runs wherever Node does. */
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
  const serve = (request: IncomingMessage, response: ServerResponse): void =>
    void answer(server, handler, options.bodyLimit, request, response);
  server.on("request", serve);
  // Unheard, node:http refuses what it does not know to expect, without a body.
  server.on("checkExpectation", serve);
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
    const framing = framingOf(incoming.headers["content-length"], incoming.headers["transfer-encoding"]);
    if (framing === "unsound") return refuse(outgoing);
    const body = framing === "body" ? await readBody(incoming, bodyLimit) : NO_BODY;
    const answered = handler(new NodeRequest(incoming, body.bytes));
    const response = answered instanceof Promise ? await answered : answered;
    send(incoming, outgoing, response, body.whole && server.listening);
  } catch {
    // The client is gone, or the answer cannot be written: nobody is left to be told.
    incoming.destroy();
  }
}

/** What gets past Node's own checks: codings of the body beside chunked. */
function refuse(outgoing: ServerResponse): void {
  outgoing.writeHead(400, ["connection", "close", "content-length", "0"]).end();
}

interface Body {
  readonly bytes: HttpRequest["body"];
  /** False: more was to come than anyone would read. */
  readonly whole: boolean;
}

const NO_BODY: Body = { bytes: null, whole: true };

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
