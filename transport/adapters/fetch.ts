import type { Handler, HttpRequest, HttpResponse } from "../port.ts";
import { BodyCollector } from "./body-collector.ts";

/**
 * The handler as a standard fetch function: for tests, and for runtimes that have their own server. Never rejects but
 * for a body that breaks off.
 */
export function toFetch(handler: Handler, bodyLimit: number): (request: Request) => Promise<Response> {
  return async (request) => {
    const body = await readBody(request, bodyLimit);
    return toResponse(await handler(toHttpRequest(request, body)), request.method === "HEAD");
  };
}

async function readBody(request: Request, limit: number): Promise<HttpRequest["body"]> {
  if (request.body === null) return null;
  const collector = new BodyCollector(limit);
  for await (const chunk of request.body) {
    if (!collector.add(chunk)) break;
  }
  return collector.body;
}

function toHttpRequest({ method, url, headers }: Request, body: HttpRequest["body"]): HttpRequest {
  const { pathname, search } = new URL(url);
  return {
    method,
    path: pathname,
    query: search.slice(1),
    header: (name) => headers.get(name) || undefined,
    body,
    remoteAddress: "",
  };
}

function toResponse({ status, headers: pairs, requestId, body }: HttpResponse, head: boolean): Response {
  const headers = new Headers({ "x-request-id": requestId });
  for (const [name, value] of pairs) headers.append(name, value);
  if (body !== null) headers.set("content-length", String(Buffer.byteLength(body)));
  return new Response(head ? null : body, { status, headers });
}
