import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { MOUNT, type Mount } from "../../adapters/mount.ts";
import { NodeRequest } from "../../adapters/node/node-request.ts";
import { refuseServer } from "../../adapters/refuse-server.ts";
import { BodyBudget } from "../../adapters/shared/body-budget.ts";
import { BodyCollector } from "../../adapters/shared/body-collector.ts";
import { BODY_BYTES } from "../../adapters/shared/limits.ts";
import { readSource } from "../../adapters/shared/read-source.ts";
import { StreamedBody } from "../../adapters/shared/streamed-body.ts";
import { ConfigError } from "../../config/config-error.ts";
import { HttpError } from "../../http/http-error.ts";
import { bodySize, type HttpRequest, type HttpResponse, inBytes, isDropped, isSource, RESET } from "../../http/port.ts";
import { bodyReadBefore } from "./body-read-before.ts";

/** A request listener of node:http, and middleware of Express and Connect, whose `next` gets what fails. */
export type NodeHandler = (
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  next?: (error?: unknown) => void,
) => void;

/**
 * Answers the requests of a server of node:http, Express or Connect by a galley, or by a function's galley for each
 * request. Every request is answered, unknown paths by 404, so it comes last at its path. A path at which Express or
 * Connect mount it is not part of the galley's paths. A body that `express.json()`, `urlencoded()`, `raw()` or `text()`
 * has read before is taken from them.
 *
 * @throws ConfigError if `galley` is none.
 */
export function toNodeHandler(galley: object | (() => object), ...more: readonly unknown[]): NodeHandler {
  // The function itself in place of its result.
  if (refuseServer("toNodeHandler", more[0])) return () => {};
  const current = (): Mount => mountOf(isGalley(galley) || typeof galley !== "function" ? galley : galley());
  if (typeof galley !== "function") current();
  const bodies = new BodyBudget(BODY_BYTES);
  return (incoming, outgoing, next) => {
    const fail = (error: unknown): void => {
      if (outgoing.headersSent || next === undefined) incoming.destroy();
      else next(error);
    };
    try {
      answer(current(), bodies, incoming, outgoing).catch(fail);
    } catch (error) {
      fail(error);
    }
  };
}

function isGalley(value: unknown): value is { [MOUNT](): Mount } {
  return typeof Object(value)[MOUNT] === "function";
}

function mountOf(galley: unknown): Mount {
  if (isGalley(galley)) return galley[MOUNT]();
  const message = "must be a galley, or a function that gives one: toNodeHandler(galley)";
  throw new ConfigError("What toNodeHandler was given", [{ path: ["galley"], message }]);
}

async function answer(mount: Mount, bodies: BodyBudget, incoming: IncomingMessage, outgoing: ServerResponse) {
  const request = new NodeRequest(incoming, outgoing);
  if (incoming.readableDidRead && hasBody(request)) {
    const body = bodyReadBefore(incoming, request);
    if (typeof body === "string") throw new Error(body);
    const limit = mount.bodyLimit(request);
    request.body = body.byteLength > limit ? "too large" : body.byteLength === 0 ? null : body;
    return send(incoming, outgoing, await mount.handler(new Plain(request)));
  }
  if (hasBody(request) && mount.streams(request)) return answerStreamed(mount, bodies, request, incoming, outgoing);
  const collector = new BodyCollector(mount.bodyLimit(request), bodies);
  try {
    if (hasBody(request)) {
      for await (const chunk of incoming) if (collector.add(chunk) !== "more") break;
    }
    request.body = collector.body;
    await send(incoming, outgoing, await mount.handler(request));
  } finally {
    collector.release();
  }
}

function hasBody(request: HttpRequest): boolean {
  return request.header("transfer-encoding") !== undefined || Number(request.header("content-length") ?? 0) > 0;
}

async function answerStreamed(
  mount: Mount,
  bodies: BodyBudget,
  request: NodeRequest,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const flow = { pause: () => incoming.pause(), resume: () => incoming.resume() };
  const body = new StreamedBody(mount.bodyLimit(request), bodies, flow);
  const breakOff = () => {
    body.fail(new HttpError("malformed body", "the body breaks off"));
    body.end();
  };
  incoming.on("data", (chunk: Buffer) => body.push(chunk));
  incoming.on("end", () => body.end());
  incoming.on("error", breakOff);
  incoming.on("close", () => incoming.complete || breakOff());
  request.body = body;
  const response = await mount.handler(request);
  if (!(await body.discardRest())) outgoing.setHeader("connection", "close");
  await send(incoming, outgoing, response);
}

/** A request whose body was decoded when it was read: it has no encoding any more. */
class Plain implements HttpRequest {
  readonly #request: NodeRequest;

  constructor(request: NodeRequest) {
    this.#request = request;
  }

  get method() {
    return this.#request.method;
  }

  get path() {
    return this.#request.path;
  }

  get query() {
    return this.#request.query;
  }

  get body() {
    return this.#request.body;
  }

  get remoteAddress() {
    return this.#request.remoteAddress;
  }

  get signal() {
    return this.#request.signal;
  }

  header(name: string): string | undefined {
    return name === "content-encoding" ? undefined : this.#request.header(name);
  }

  allHeaders(): ReadonlyMap<string, string> {
    return this.#request.allHeaders();
  }
}

async function send(incoming: IncomingMessage, outgoing: ServerResponse, response: HttpResponse): Promise<void> {
  if (isDropped(response)) {
    if (response === RESET) incoming.socket.resetAndDestroy();
    else incoming.destroy();
    return;
  }
  const { status, headers, ownHeaders = [], requestId, body } = response;
  const lines = [...headers.flat(), ...ownHeaders.flat(), "x-request-id", requestId];
  if (body !== null) lines.push("content-length", String(bodySize(body)));
  outgoing.writeHead(status, lines);
  if (body === null || incoming.method === "HEAD") outgoing.end();
  else if (isSource(body)) await pipeline(Readable.from(readSource(body)), outgoing);
  else outgoing.end(inBytes(body));
}
