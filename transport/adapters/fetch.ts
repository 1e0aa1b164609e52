import {
  type Body,
  type BodyLimit,
  bodySize,
  DROPPED,
  type Handler,
  type HttpRequest,
  type HttpResponse,
  inOnePiece,
  isSource,
} from "../http/port.ts";
import { BodyBudget } from "./shared/body-budget.ts";
import { BodyCollector } from "./shared/body-collector.ts";
import { readSource } from "./shared/read-source.ts";

/**
 * The handler as a standard fetch function: for tests, and for runtimes with a server of their own. Rejects only as the
 * global fetch would: if a body is cut off, or the connection is dropped.
 */
export function toFetch(handler: Handler, bodyLimit: BodyLimit): (request: Request) => Promise<Response> {
  return async (request) => {
    const head = headOf(request);
    const body = request.body === null ? null : await readBody(request.body, bodyLimit(head));
    const response = await handler({ ...head, body });
    request.signal.throwIfAborted();
    if (response === DROPPED) throw new TypeError("fetch failed", { cause: new Error("The connection was dropped") });
    return toResponse(response, request.method === "HEAD");
  };
}

async function readBody(chunks: AsyncIterable<Uint8Array>, limit: number): Promise<HttpRequest["body"]> {
  // The caller has the whole body in memory already.
  const collector = new BodyCollector(limit, new BodyBudget(Number.POSITIVE_INFINITY));
  for await (const chunk of chunks) {
    if (collector.add(chunk) !== "more") break;
  }
  return collector.body;
}

function headOf({ method, url, headers, signal }: Request): Omit<HttpRequest, "body"> {
  const { pathname, search } = new URL(url);
  return {
    method,
    path: pathname,
    query: search.slice(1),
    header: (name) => headers.get(name) || undefined,
    allHeaders: () => new Map(headers),
    remoteAddress: "",
    signal,
  };
}

function toResponse(
  { status, headers: pairs, ownHeaders = [], requestId, body }: HttpResponse,
  head: boolean,
): Response {
  const headers = new Headers({ "x-request-id": requestId });
  for (const [name, value] of [...pairs, ...ownHeaders]) headers.append(name, value);
  if (body !== null) headers.set("content-length", String(bodySize(body)));
  return new Response(head || body === null ? null : contentOf(body), { status, headers });
}

function contentOf(body: Body): string | Uint8Array | ReadableStream<Uint8Array> {
  return isSource(body) ? ReadableStream.from(readSource(body)) : inOnePiece(body);
}
