import type { Cookie } from "../../../http/headers/cookie.ts";
import type { HttpRequest } from "../../../http/port.ts";

/** A cookie that hides refresh tokens from the scripts of a page. */
export interface RefreshCookie extends Cookie {
  /** Whether every client gets the cookie, or only clients that ask for it. */
  readonly always: boolean;
}

/** A request with this header and the value `httpOnly` gets the cookie. */
export const COOKIE_HEADER = "x-strapi-refresh-cookie";

export function wantsCookie({ always }: RefreshCookie, request: HttpRequest): boolean {
  return always || request.header(COOKIE_HEADER) === "httpOnly";
}
