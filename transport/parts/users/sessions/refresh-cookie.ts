import type { Cookie } from "../../../http/headers/cookie.ts";
import type { HttpRequest } from "../../../http/port.ts";
import type { RefreshTokens } from "./refresh-tokens.ts";

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

/** The dependencies of the session routes, if there are sessions. */
export interface UserSessions {
  readonly tokens: RefreshTokens;
  readonly cookie: RefreshCookie;
}
