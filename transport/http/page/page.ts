import type { Answer } from "../answer.ts";
import type { HeaderList, HttpRequest } from "../port.ts";
import type { Route } from "../router.ts";
import type { RouteHandle } from "../service.ts";

/** A page for people with all its files, which needs nothing from elsewhere. */
export interface Page {
  /** The page itself. */
  show(request: HttpRequest): Promise<Answer>;
  /**
   * A file of the page.
   *
   * @throws HttpError `no route` (rejected) for an unknown name.
   */
  file(request: HttpRequest, name: string): Promise<Answer>;
}

export const HTML_TYPE = "text/html; charset=utf-8";

/** Path of the files of a page, below its own. */
export const FILES = "assets";

/** Its own files and its own server, nothing inline, no framing by other origins. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "frame-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
  "require-trusted-types-for 'script'",
].join("; ");

/** The route of the files of the page at `path`. */
export function fileRoute(page: Page, path: string): Route<RouteHandle> {
  return {
    method: "GET",
    path: `${path}/${FILES}/:name`,
    describes: null,
    handle: ({ request, params: [name = ""] }) => page.file(request, name),
  };
}

/** The headers of a page: its policy replaces the default one, since a browser would enforce both. */
export function withPolicy(headers: HeaderList, policy = POLICY): HeaderList {
  const others = headers.filter(([name]) => name !== "content-security-policy" && name !== "x-frame-options");
  return [...others, ["x-frame-options", "SAMEORIGIN"], ["content-security-policy", policy]];
}
