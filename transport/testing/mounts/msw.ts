import { HttpResponse, http, type RequestHandler } from "msw";
import { isError } from "../../../storage/core.ts";
import { HANDLERS } from "../../config/option-shapes.ts";
import { refuseFaults } from "../../config/refuse-faults.ts";

/** Anything that answers requests like a galley: a galley, or a fork of one. */
export interface Answering {
  fetch(url: string, init: RequestInit): Promise<Response>;
}

/**
 * Handlers for `setupServer` of Mock Service Worker: every request to `baseUrl` and below is answered by a galley, or
 * by a function's galley for each request, so that tests can exchange it.
 *
 * A path in `baseUrl` is removed: with `https://site.test/cms`, a request to `/cms/api/posts` asks the galley for
 * `/api/posts`. A connection that a fault drops is a network error.
 *
 * @throws ConfigError if `baseUrl` is not an absolute URL, or if `galley` cannot answer.
 */
export function galleyHandlers(baseUrl: string, galley: Answering | (() => Answering)): RequestHandler[] {
  refuseFaults(HANDLERS, { baseUrl, galley }, "What galleyHandlers was given");
  const { origin, pathname } = new URL(baseUrl);
  const base = pathname.replace(/(?<!\/)\/+$/, "");
  const current = typeof galley === "function" ? galley : () => galley;
  const answer = async ({ request }: { readonly request: Request }): Promise<Response> => {
    const url = new URL(request.url);
    const inside = new URL(url.pathname.slice(base.length) + url.search, "http://galley.test");
    const { method, signal } = request;
    const headers = headersOf(request, origin);
    // Read here: a stream of a page is not one that every Request takes. Nothing is lost, since all is in memory.
    const body = method === "GET" || method === "HEAD" ? null : new Uint8Array(await request.arrayBuffer());
    const content = body !== null && body.byteLength > 0 ? { body } : {};
    try {
      // The client follows redirects itself.
      return await current().fetch(inside.href, { method, headers, redirect: "manual", signal, ...content });
    } catch (error) {
      if (isError(error) && error.name === "TypeError") return HttpResponse.error();
      throw error;
    }
  };
  return [http.all(`${origin}${base}/*`, answer)];
}

/** The headers, with the ones that happy-dom has removed from a request of its page to another origin. */
function headersOf({ method, headers }: Request, target: string): [string, string][] {
  const page = (globalThis as { readonly location?: { readonly origin?: string } }).location?.origin;
  const sent = [...headers];
  if (page === undefined || page === target || headers.has("origin")) return sent;
  sent.push(["origin", page]);
  if (method === "OPTIONS") sent.push(["access-control-request-method", "GET"]);
  return sent;
}
