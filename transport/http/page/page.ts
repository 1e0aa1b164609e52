import type { Answer } from "../answer.ts";
import type { HeaderList, HttpRequest } from "../port.ts";
import type { Route } from "../router.ts";
import type { RouteHandle } from "../service.ts";

/** A page for people that is made of its own files and needs nothing from elsewhere. */
export interface Page {
  /** The page itself. */
  show(request: HttpRequest): Promise<Answer>;
  /**
   * A file that the page is made of.
   *
   * @throws HttpError `no route` (rejected) for a name that no file has.
   */
  file(request: HttpRequest, name: string): Promise<Answer>;
}

export const HTML_TYPE = "text/html; charset=utf-8";

/** Where the files of a page are, below its own path. */
export const FILES = "assets";

/** Its own files and its own server, nothing inline, no frame around it but of the same origin. */
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
    handle: ({ request, params: [name = ""] }) => page.file(request, name),
  };
}

/** The headers of a page: its policy in the place of the one that there was, since a browser would hold it to both. */
export function withPolicy(headers: HeaderList, policy = POLICY): HeaderList {
  const others = headers.filter(([name]) => name !== "content-security-policy" && name !== "x-frame-options");
  return [...others, ["x-frame-options", "SAMEORIGIN"], ["content-security-policy", policy]];
}
