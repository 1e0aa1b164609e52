import type { HeaderList, HttpRequest } from "../../../http/port.ts";

/** How refresh tokens are kept from the scripts of a page. */
export interface RefreshCookie {
  /** Whether everyone gets a cookie, or only who asks for one. */
  readonly always: boolean;
  readonly name: string;
  readonly path: string;
  readonly domain: string | null;
  readonly sameSite: SameSite;
  /** Sent over HTTPS alone. */
  readonly secure: boolean;
  /** Seconds for which a browser keeps it; null: until it is closed. */
  readonly maxAge: number | null;
}

export const SAME_SITE = ["lax", "strict", "none"] as const;
export type SameSite = (typeof SAME_SITE)[number];

/** A request with this header and the value `httpOnly` gets a cookie. */
export const COOKIE_HEADER = "x-strapi-refresh-cookie";

export function wantsCookie({ always }: RefreshCookie, request: HttpRequest): boolean {
  return always || request.header(COOKIE_HEADER) === "httpOnly";
}

/** The token in the cookie of a request; null where it has none. */
export function cookieIn({ name }: RefreshCookie, request: HttpRequest): string | null {
  const cookies = request.header("cookie")?.split(";") ?? [];
  const cookie = cookies.map((each) => each.trim()).find((each) => each.startsWith(`${name}=`));
  return cookie?.slice(name.length + 1) || null;
}

export function setCookie(cookie: RefreshCookie, token: string): HeaderList {
  const { maxAge } = cookie;
  return header(cookie, token, maxAge === null ? [] : [`Max-Age=${maxAge}`]);
}

export function clearCookie(cookie: RefreshCookie): HeaderList {
  return header(cookie, "", ["Expires=Thu, 01 Jan 1970 00:00:00 GMT"]);
}

function header(cookie: RefreshCookie, value: string, time: readonly string[]): HeaderList {
  const { name, path, domain, sameSite, secure } = cookie;
  const parts = [
    `${name}=${value}`,
    `Path=${path}`,
    ...(domain === null ? [] : [`Domain=${domain}`]),
    ...time,
    `SameSite=${sameSite[0]?.toUpperCase()}${sameSite.slice(1)}`,
    ...(secure ? ["Secure"] : []),
    "HttpOnly",
  ];
  return [["set-cookie", parts.join("; ")]];
}
