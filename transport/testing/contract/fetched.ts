import type { Exchange } from "./exchange.ts";

/** The global fetch, and functions of the same type. */
export type FetchFunction = (input: string | URL | Request, init?: RequestInit) => Promise<Response>;

/** The request of a call of fetch; a path alone has no host. */
export function requestOf(input: string | URL | Request, init?: RequestInit): Request {
  if (typeof input === "object" && "url" in input) return new Request(input.clone(), init);
  const { body, ...head } = init ?? {};
  // Streams can be read only once, and are left to the real fetch.
  const isOnce = typeof body === "object" && body !== null && ("getReader" in body || Symbol.asyncIterator in body);
  return new Request(new URL(input, "http://galley.test"), isOnce ? head : init);
}

/** An exchange in the document's terms. Consumes both bodies. */
export async function exchangeOf(path: string, request: Request, response: Response): Promise<Exchange> {
  const contentType = request.headers.get("content-type");
  return {
    request: {
      method: request.method,
      path,
      query: new URL(request.url).search.slice(1),
      contentType,
      body: request.body === null || isForm(contentType) ? null : await request.text(),
    },
    response: {
      status: response.status,
      contentType: response.headers.get("content-type"),
      body: await response.text(),
    },
  };
}

function isForm(contentType: string | null): boolean {
  return contentType?.startsWith("multipart/form-data") ?? false;
}
