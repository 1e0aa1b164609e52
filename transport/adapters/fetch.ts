import {
  type Body,
  type BodyLimit,
  bodySize,
  DROPPED,
  type Handler,
  type HttpRequest,
  type HttpResponse,
  inBytes,
  inOnePiece,
  isSource,
  RESET,
} from "../http/port.ts";
import { BodyBudget } from "./shared/body-budget.ts";
import { BodyCollector } from "./shared/body-collector.ts";
import { platform } from "./shared/platform.ts";
import { readSource } from "./shared/read-source.ts";
import { redirected, redirectOf, type Sent } from "./shared/redirect.ts";
import { abortableStream, throwIfAborted, untilAborted } from "./shared/until-aborted.ts";

export interface FetchSettings {
  /** The address inside the handler that a redirect to this one means; null: it leads elsewhere. */
  readonly inside: (url: URL) => URL | null;
}

/** In place of what a request has itself. */
export interface FetchContext {
  readonly signal?: AbortSignal | undefined;
  readonly headers?: Headers;
}

/** As the fetch standard has it. */
const MAX_REDIRECTS = 20;

/**
 * The handler as a standard fetch function: for tests, and for runtimes with a server of their own. Rejects only as the
 * global fetch would: with the reason of the signal when it is aborted, and if a body is cut off, the connection is
 * dropped or redirects do not end. A redirect that leads elsewhere is returned as it is.
 */
export function toFetch(
  handler: Handler,
  bodyLimit: BodyLimit,
  { inside }: FetchSettings = { inside: () => null },
): (request: Request, given?: FetchContext) => Promise<Response> {
  return (request, { signal: given, headers = request.headers } = {}) => {
    const signal = given ?? request.signal;
    return untilAborted(signal, async () => {
      let sent = await sentBy(request, headers, { bodyLimit, signal });
      for (let hops = 0; ; hops++) {
        const response = await handler({ ...headOf(sent, signal), body: sent.body });
        throwIfAborted(signal);
        if (response === DROPPED) throw failed("The connection was dropped");
        if (response === RESET) throw failed("read ECONNRESET", { code: "ECONNRESET", syscall: "read" });
        const target = redirectTarget(response, sent, request.redirect);
        const url = target && (target.origin === sent.url.origin ? target : inside(target));
        if (url === null) return placed(toResponse(response, sent.method === "HEAD", given), sent.url.href, hops > 0);
        if (hops === MAX_REDIRECTS) throw failed("There are too many redirects");
        sent = redirected(sent, response.status, url);
      }
    });
  };
}

/** Null if the answer is to be returned. Throws TypeError for a redirect that is to be an error. */
function redirectTarget(response: HttpResponse, { url }: Sent, mode: Request["redirect"]): URL | null {
  const target = mode === "manual" ? null : redirectOf(response, url);
  if (target !== null && mode === "error") throw failed("A redirect is not expected");
  return target;
}

/** An error of the global fetch. */
function failed(why: string, how: object = {}): TypeError {
  return new TypeError("fetch failed", { cause: Object.assign(new Error(why), how) });
}

async function sentBy(
  request: Request,
  headers: Headers,
  { bodyLimit, signal }: { readonly bodyLimit: BodyLimit; readonly signal: AbortSignal },
): Promise<Sent> {
  const { method } = request;
  const sent: Sent = { method, url: new URL(request.url), headers, body: null };
  if (request.body === null) return sent;
  const body = await readBody(request.body, bodyLimit(headOf(sent, signal)), signal);
  return { ...sent, body };
}

/** Rejects with the signal's reason if it is aborted before the body has ended. */
async function readBody(
  stream: ReadableStream<Uint8Array>,
  limit: number,
  signal: AbortSignal,
): Promise<HttpRequest["body"]> {
  // The caller has the whole body in memory already.
  const collector = new BodyCollector(limit, new BodyBudget(Number.POSITIVE_INFINITY));
  const reader = stream.getReader();
  const cancel = (): void => void reader.cancel(signal.reason).catch(() => {});
  signal.addEventListener("abort", cancel);
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      if (collector.add(value) === "more") continue;
      cancel();
      break;
    }
  } finally {
    signal.removeEventListener("abort", cancel);
  }
  throwIfAborted(signal);
  return collector.body;
}

function headOf({ method, url, headers }: Sent, signal: AbortSignal): Omit<HttpRequest, "body"> {
  return {
    method,
    path: url.pathname,
    query: url.search.slice(1),
    header: (name) => headers.get(name) || undefined,
    allHeaders: () => new Map(headers),
    remoteAddress: "",
    signal,
  };
}

/** `signal`: ends the body of the answer too. */
function toResponse(
  { status, headers: pairs, ownHeaders = [], requestId, body }: HttpResponse,
  head: boolean,
  signal: AbortSignal | undefined,
): Response {
  const headers = new platform.Headers({ "x-request-id": requestId });
  for (const [name, value] of [...pairs, ...ownHeaders]) headers.append(name, value);
  if (body !== null) headers.set("content-length", String(bodySize(body)));
  return new platform.Response(head || body === null ? null : contentOf(body, signal), { status, headers });
}

function contentOf(body: Body, signal: AbortSignal | undefined): string | Uint8Array | ReadableStream<Uint8Array> {
  if (signal !== undefined) return abortableStream(signal, isSource(body) ? readSource(body) : wholeOf(inBytes(body)));
  return isSource(body) ? platform.ReadableStream.from(readSource(body)) : inOnePiece(body);
}

async function* wholeOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  if (bytes.byteLength > 0) yield bytes;
}

/** The response with the address that it came from, which its constructor cannot set. */
function placed(response: Response, url: string, isRedirected: boolean): Response {
  const [address = url] = url.split("#");
  return Object.defineProperties(response, {
    url: { value: address },
    redirected: { value: isRedirected },
    clone: { value: () => placed(platform.Response.prototype.clone.call(response), url, isRedirected) },
  });
}
