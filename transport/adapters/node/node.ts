import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { isPromise } from "../../../engine/internal.ts";
import { HttpError } from "../../http/http-error.ts";
import {
  type BodyLimit,
  bodySize,
  type Handler,
  type HttpResponse,
  inBytes,
  isDropped,
  isSource,
  type Listener,
  type Listening,
  type ListenOptions,
  RESET,
} from "../../http/port.ts";
import { BodyBudget } from "../shared/body-budget.ts";
import { BodyCollector, type BodyNeed } from "../shared/body-collector.ts";
import { BodyRates } from "../shared/body-rates.ts";
import { framingOf } from "../shared/framing.ts";
import {
  BODY_BYTES,
  CLOSE_GRACE,
  HEAD_BYTES,
  HEAD_TIMEOUT,
  KEEP_ALIVE_TIMEOUT,
  LARGE_ANSWER,
  STALL_TIMEOUT,
  TIMEOUT_CHECK,
  UNSENT_BYTES,
} from "../shared/limits.ts";
import { readSource } from "../shared/read-source.ts";
import { StreamedBody } from "../shared/streamed-body.ts";
import { Unsent } from "../shared/unsent.ts";
import { connectionOf, type NodeConnection, trackConnection } from "./node-connection.ts";
import { NodeRequest } from "./node-request.ts";
import { endWith, headFields } from "./node-response.ts";

/** node:http: runs wherever Node does. */
export const nodeListener: Listener = { name: "node:http", listen };

async function listen(handler: Handler, options: ListenOptions): Promise<Listening> {
  const server = createServer({
    maxHeaderSize: HEAD_BYTES,
    headersTimeout: HEAD_TIMEOUT,
    // Bodies may arrive slowly; `BodyRates` enforces a minimum rate.
    requestTimeout: 0,
    connectionsCheckingInterval: TIMEOUT_CHECK,
    // Node's refusal would have no body: `serve` refuses these too.
    requireHostHeader: false,
  });
  server.timeout = STALL_TIMEOUT;
  server.keepAliveTimeout = KEEP_ALIVE_TIMEOUT;
  const { bodyLimit, streams = () => false, bodyBytes = BODY_BYTES } = options;
  const rates = new BodyRates();
  const bodies = new BodyBudget(bodyBytes);
  const serving: Serving = { server, handler, bodyLimit, streams, bodies, rates, unsent: new Unsent(UNSENT_BYTES) };
  const hear = (request: IncomingMessage, response: ServerResponse): void => serve(serving, request, response);
  const open = new Set<NodeConnection>();
  server.on("connection", (socket) => trackConnection(open, socket));
  server.on("request", hear);
  // Without a listener, node:http refuses unknown expectations without a body.
  server.on("checkExpectation", hear);
  server.on("clientError", (error, socket) => connectionOf(socket).refuseUnread(error));
  await bind(server, options);
  return {
    port: (server.address() as AddressInfo).port,
    close: () => close(server, open).finally(() => rates.close()),
  };
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

/**
 * The close of node:http closes connections that it takes for idle, among them those whose answer is written but not sent
 * yet: each connection finishes by itself instead.
 */
function close(server: Server, open: ReadonlySet<NodeConnection>): Promise<void> {
  server.closeIdleConnections = () => {};
  return new Promise((resolve) => {
    const grace = setTimeout(() => server.closeAllConnections(), CLOSE_GRACE);
    server.close(() => {
      clearTimeout(grace);
      resolve();
    });
    for (const connection of open) connection.finish();
  });
}

/** One listening server. */
interface Serving {
  readonly server: Server;
  readonly handler: Handler;
  readonly bodyLimit: BodyLimit;
  readonly streams: NonNullable<ListenOptions["streams"]>;
  readonly bodies: BodyBudget;
  readonly rates: BodyRates;
  readonly unsent: Unsent;
}

function serve(serving: Serving, incoming: IncomingMessage, outgoing: ServerResponse): void {
  const connection = connectionOf(incoming.socket);
  // Requests in one packet are reported at once, but the bodies of the first ones only later.
  const isNext = connection.isUpToDate;
  // Neither carried out nor answered: the connection closes with an earlier answer.
  if (!connection.take(incoming, outgoing)) return;
  const framing = framingOf(incoming.rawHeaders, incoming.httpVersion !== "1.1");
  if (framing === "unsound") {
    connection.refuse(outgoing, 400);
    return;
  }
  // The client is gone, or the answer cannot be written: there is nobody to answer.
  const giveUp = (): void => void incoming.destroy();
  try {
    const request = new NodeRequest(incoming, outgoing);
    const exchange: Exchange = { serving, connection, incoming, outgoing, request };
    if (framing === "none" && isNext) answer(exchange)?.catch(giveUp);
    else if (serving.streams(request)) answerStreamed(exchange).catch(giveUp);
    else answerWhole(exchange).catch(giveUp);
  } catch {
    giveUp();
  }
}

/** One request and its answer. */
interface Exchange {
  readonly serving: Serving;
  readonly connection: NodeConnection;
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
  readonly request: NodeRequest;
}

/** Null once the answer is written; `whole`: the request has arrived completely. */
function answer(exchange: Exchange, whole = true): Promise<void> | null {
  const { serving, connection, outgoing, request } = exchange;
  connection.handle(outgoing, whole);
  const answered = serving.handler(request);
  if (isPromise(answered)) return answered.then((response) => send(exchange, response) ?? undefined);
  return send(exchange, answered);
}

async function answerWhole(exchange: Exchange): Promise<void> {
  const { serving, connection, outgoing, request } = exchange;
  const collector = new BodyCollector(serving.bodyLimit(request), serving.bodies);
  try {
    const wanted = await collect(exchange, collector);
    request.body = collector.body;
    if (wanted === "no room") connection.refuse(outgoing, 503);
    else await answer(exchange, wanted === "more");
  } finally {
    collector.release();
  }
}

/** Reads a body to its end, or as far as needed. */
function collect({ serving, connection, incoming }: Exchange, collector: BodyCollector): Promise<BodyNeed> {
  return new Promise((resolve, reject) => {
    const tooSlow = () => connection.refuseUnread(TOO_SLOW);
    const rate = serving.rates.watch(tooSlow, () => false);
    const end = (wanted: BodyNeed): void => {
      serving.rates.forget(rate);
      resolve(wanted);
    };
    incoming.on("data", (chunk: Buffer) => {
      rate.received += chunk.byteLength;
      const wanted = collector.add(chunk);
      if (wanted === "more") return;
      incoming.pause();
      end(wanted);
    });
    incoming.on("end", () => end("more"));
    incoming.on("error", (error) => {
      serving.rates.forget(rate);
      reject(error);
    });
  });
}

/** Lets the handler read the body as a stream. */
async function answerStreamed(exchange: Exchange): Promise<void> {
  const { serving, connection, incoming, outgoing, request } = exchange;
  const body = new StreamedBody(serving.bodyLimit(request), serving.bodies, {
    pause: () => incoming.pause(),
    resume: () => incoming.resume(),
  });
  const rate = serving.rates.watch(
    () => connection.refuseUnread(TOO_SLOW),
    () => body.isPaused,
  );
  incoming.on("data", (chunk: Buffer) => {
    rate.received += chunk.byteLength;
    body.push(chunk);
  });
  incoming.on("end", () => body.end());
  incoming.on("error", () => {
    body.fail(new HttpError("malformed body", "the body breaks off"));
    body.end();
  });
  request.body = body;
  connection.stream(body);
  connection.handle(outgoing, true);
  try {
    const response = await serving.handler(request);
    if (!(await body.discardRest())) connection.handle(outgoing, false);
    await send(exchange, response);
  } finally {
    serving.rates.forget(rate);
  }
}

const TOO_SLOW: NodeJS.ErrnoException = Object.assign(new Error("A body arrives too slowly"), {
  code: "ERR_HTTP_REQUEST_TIMEOUT",
});

/** Null if there is nothing left to wait for. */
function send(exchange: Exchange, response: HttpResponse): Promise<void> | null {
  const { serving, connection, incoming, outgoing } = exchange;
  if (isDropped(response)) {
    if (response === RESET) incoming.socket.resetAndDestroy();
    else incoming.socket.destroy();
    return null;
  }
  if (!serving.server.listening) connection.endAfter(outgoing);
  const { body } = response;
  const size = body === null ? null : bodySize(body);
  const fields = headFields(response, size);
  if (connection.isLast(outgoing)) fields.push("connection", "close");
  outgoing.writeHead(response.status, fields);
  if (body === null || size === null || incoming.method === "HEAD") outgoing.end();
  else if (isSource(body)) return pipeline(Readable.from(readSource(body)), outgoing);
  else if (body.length < LARGE_ANSWER) endWith(outgoing, body, size);
  else {
    // The bytes are held once; decoding to text would hold both.
    const bytes = inBytes(body);
    outgoing.on(
      "close",
      serving.unsent.hold(bytes.byteLength, () => incoming.socket.destroy()),
    );
    outgoing.end(bytes);
  }
  return null;
}
