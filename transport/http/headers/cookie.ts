import type { HeaderList, HttpRequest } from "../port.ts";
import { isDecodable } from "../router.ts";

/** A cookie that a page's scripts cannot read (RFC 6265). */
export interface Cookie {
  readonly name: string;
  readonly path: string;
  /** Null: the answering host. */
  readonly domain: string | null;
  readonly sameSite: SameSite;
  /** Sent over HTTPS only. */
  readonly secure: boolean;
  /** Seconds for which a browser keeps it; null: until the browser is closed. */
  readonly maxAge: number | null;
}

export const SAME_SITE = ["lax", "strict", "none"] as const;
export type SameSite = (typeof SAME_SITE)[number];

/** Value of a request's cookie; null if it is absent or empty. */
export function cookieIn({ name }: Pick<Cookie, "name">, request: HttpRequest): string | null {
  return cookieValue(request.header("cookie") ?? "", name) || null;
}

/** Value of a cookie as written in the header; undefined without the cookie. */
export function cookieValue(header: string, name: string): string | undefined {
  return pairsIn(header)
    .find((pair) => pair.startsWith(`${name}=`))
    ?.slice(name.length + 1);
}

/** All cookies of a request by name, decoded. */
export function cookiesIn(request: Pick<HttpRequest, "header">): { readonly [name: string]: string } {
  return Object.fromEntries(
    pairsIn(request.header("cookie") ?? "").flatMap((pair) => {
      const at = pair.indexOf("=");
      const value = pair.slice(at + 1);
      return at < 1 ? [] : [[pair.slice(0, at), isDecodable(value) ? decodeURIComponent(value) : value]];
    }),
  );
}

function pairsIn(header: string): readonly string[] {
  return header.split(";").map((pair) => pair.trim());
}

/** `value` consists of base64url characters and dots. */
export function setCookie(cookie: Cookie, value: string): HeaderList {
  const { maxAge } = cookie;
  return header(cookie, value, maxAge === null ? [] : [`Max-Age=${maxAge}`]);
}

export function clearCookie(cookie: Cookie): HeaderList {
  return header(cookie, "", ["Expires=Thu, 01 Jan 1970 00:00:00 GMT"]);
}

function header(cookie: Cookie, value: string, time: readonly string[]): HeaderList {
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
