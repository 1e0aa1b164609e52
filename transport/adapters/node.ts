import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { ComposedText } from "../composed-text.ts";
import {
  type BodyLimit,
  bodySize,
  DROPPED,
  type Handler,
  type HeaderList,
  type HttpResponse,
  inBytes,
  isSource,
  type Listener,
  type Listening,
  type ListenOptions,
} from "../port.ts";
import { BodyCollector } from "./body-collector.ts";
import { framingOf } from "./framing.ts";
import {
  CLOSE_GRACE,
  HEAD_BYTES,
  HEAD_TIMEOUT,
  LARGE_ANSWER,
  REQUEST_TIMEOUT,
  STALL_TIMEOUT,
  TIMEOUT_CHECK,
  UNSENT_BYTES,
} from "./limits.ts";
import { noteAnswer, refuse, refuseUnread } from "./node-refusal.ts";
import { NodeRequest } from "./node-request.ts";
import { readSource } from "./read-source.ts";
import { Unsent } from "./unsent.ts";

/** node:http: runs wherever Node does. */
export const nodeListener: Listener = { name: "node:http", listen };

async function listen(handler: Handler, options: ListenOptions): Promise<Listening> {
  const server = createServer({
    maxHeaderSize: HEAD_BYTES,
    headersTimeout: HEAD_TIMEOUT,
    requestTimeout: REQUEST_TIMEOUT,
    connectionsCheckingInterval: TIMEOUT_CHECK,
    joinDuplicateHeaders: true,
    // Its refusal would say nothing: `answer` refuses these too.
    requireHostHeader: false,
  });
  server.timeout = STALL_TIMEOUT;
  const serving: Serving = { server, handler, bodyLimit: options.bodyLimit, unsent: new Unsent(UNSENT_BYTES) };
  const serve = (request: IncomingMessage, response: ServerResponse): void => void answer(serving, request, response);
  server.on("request", serve);
  // Unheard, node:http refuses what it does not know to expect, without a body.
  server.on("checkExpectation", serve);
  server.on("clientError", refuseUnread);
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

/** One listening server. */
interface Serving {
  readonly server: Server;
  readonly handler: Handler;
  readonly bodyLimit: BodyLimit;
  readonly unsent: Unsent;
}

async function answer(serving: Serving, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const { server, handler, bodyLimit, unsent } = serving;
  noteAnswer(incoming, outgoing);
  try {
    const framing = framingOf(incoming.headers["content-length"], incoming.headers["transfer-encoding"]);
    if (framing === "unsound" || lacksHost(incoming)) return refuse(outgoing);
    const request = new NodeRequest(incoming);
    const whole = framing === "none" || (await readBody(incoming, request, bodyLimit));
    const answered = handler(request);
    const response = answered instanceof Promise ? await answered : answered;
    if (response === DROPPED) incoming.socket.destroy();
    else {
      const sending = send(incoming, outgoing, response, { keepAlive: whole && server.listening, unsent });
      // Most answers are written by now, and what waits for nothing costs a turn of promises less.
      if (sending !== null) await sending;
    }
  } catch {
    // The client is gone, or the answer cannot be written: nobody is left to be told.
    incoming.destroy();
  }
}

/** HTTP/1.1 demands one (RFC 9112, §3.2). */
function lacksHost({ httpVersion, headers }: IncomingMessage): boolean {
  return httpVersion === "1.1" && headers.host === undefined;
}

/** Gives the request its body. False: more was to come than anyone would read. */
function readBody(incoming: IncomingMessage, request: NodeRequest, limit: BodyLimit): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const collector = new BodyCollector(limit(request));
    const end = (whole: boolean): void => {
      request.body = collector.body;
      resolve(whole);
    };
    incoming.on("data", (chunk: Buffer) => {
      if (collector.add(chunk)) return;
      incoming.pause();
      end(false);
    });
    incoming.on("end", () => end(true));
    incoming.on("error", reject);
  });
}

/** Null when nothing is left to be waited for. */
function send(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  response: HttpResponse,
  { keepAlive, unsent }: { readonly keepAlive: boolean; readonly unsent: Unsent },
): Promise<void> | null {
  const { status, headers, ownHeaders = [], requestId } = response;
  const body = response.body instanceof ComposedText ? response.body.toBytes() : response.body;
  const lines = [...sharedPieces(headers)];
  for (const [name, value] of ownHeaders) lines.push(name, value);
  lines.push("x-request-id", requestId);
  if (body !== null) lines.push("content-length", String(bodySize(body)));
  else if (status !== 204 && status !== 304) lines.push("content-length", "0");
  if (!keepAlive) lines.push("connection", "close");
  outgoing.writeHead(status, lines);
  if (body === null || incoming.method === "HEAD") outgoing.end();
  else if (isSource(body)) return pipeline(Readable.from(readSource(body)), outgoing);
  else if (body.length < LARGE_ANSWER) outgoing.end(body);
  else {
    // Bytes are held once; a text would be held beside the bytes that are made of it.
    const bytes = inBytes(body);
    outgoing.on(
      "close",
      unsent.hold(bytes.byteLength, () => incoming.socket.destroy()),
    );
    outgoing.end(bytes);
  }
  return null;
}

const PIECES = new WeakMap<HeaderList, readonly string[]>();

/** Names and values of a list that many answers share, one after the other as Node takes them, kept with it. */
function sharedPieces(headers: HeaderList): readonly string[] {
  const known = PIECES.get(headers);
  if (known !== undefined) return known;
  const pieces = headers.flat();
  PIECES.set(headers, pieces);
  return pieces;
}
