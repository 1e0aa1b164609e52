import type { Exchange } from "./exchange.ts";

/** The global fetch, and whatever is called as it is. */
export type FetchFunction = (input: string | URL | Request, init?: RequestInit) => Promise<Response>;

/** What a call of fetch sends; a path alone is below no host in particular. */
export function requestOf(input: string | URL | Request, init?: RequestInit): Request {
  if (typeof input === "object" && "url" in input) return new Request(input.clone(), init);
  const { body, ...head } = init ?? {};
  // What is read only once is left to the real one.
  const isOnce = body instanceof ReadableStream;
  return new Request(new URL(input, "http://galley.test"), isOnce ? head : init);
}

/** An exchange as a document speaks of it. Uses up both bodies. */
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
