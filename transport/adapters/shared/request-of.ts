import { pageBody } from "./page-body.ts";
import { platform } from "./platform.ts";

/** A request with all headers that were given: the Request of a simulated page removes an origin and cookies. */
export async function requestOf(
  url: URL | Request,
  init: RequestInit = {},
): Promise<{ request: Request; headers: Headers }> {
  // The class Request would refuse a signal of a page.
  const { signal, ...others } = init;
  const taken = signal === null ? init : others;
  if (!("document" in globalThis)) {
    const request = new platform.Request(url, taken);
    return { request, headers: request.headers };
  }
  const own = await pageBody(init.body);
  const given = new platform.Headers(init.headers ?? {});
  if (own !== null && own.type !== "" && !given.has("content-type")) given.set("content-type", own.type);
  const request = new platform.Request(url, own === null ? taken : { ...taken, headers: given, body: own.body });
  const headers = new platform.Headers(request.headers);
  for (const [name, value] of given) if (!headers.has(name)) headers.set(name, value);
  return { request, headers };
}
