import type { Cookie } from "../../../http/headers/cookie.ts";
import type { HttpRequest } from "../../../http/port.ts";

/** How refresh tokens are kept from the scripts of a page. */
export interface RefreshCookie extends Cookie {
  /** Whether everyone gets a cookie, or only who asks for one. */
  readonly always: boolean;
}

/** A request with this header and the value `httpOnly` gets a cookie. */
export const COOKIE_HEADER = "x-strapi-refresh-cookie";

export function wantsCookie({ always }: RefreshCookie, request: HttpRequest): boolean {
  return always || request.header(COOKIE_HEADER) === "httpOnly";
}
