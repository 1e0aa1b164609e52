import { cookieValue } from "../../../http/headers/cookie.ts";
import type { KoaRequest } from "./koa-request.ts";
import type { KoaResponse } from "./koa-response.ts";

/** Options of a cookie, as the package `cookies` has them. `signed` has no effect: Galley has no keys of the application. */
export interface CookieOptions {
  readonly maxAge?: number;
  readonly expires?: Date;
  readonly path?: string | null;
  readonly domain?: string;
  readonly secure?: boolean;
  readonly httpOnly?: boolean;
  readonly sameSite?: string | boolean;
  readonly overwrite?: boolean;
}

/** `ctx.cookies` */
export class KoaCookies {
  readonly #request: KoaRequest;
  readonly #response: KoaResponse;

  constructor(request: KoaRequest, response: KoaResponse) {
    this.#request = request;
    this.#response = response;
  }

  get(name: string, _options?: object): string | undefined {
    return cookieValue(this.#request.get("cookie"), name)?.replace(/^"(.*)"$/, "$1");
  }

  /** Without a value the cookie is deleted. */
  set(name: string, value?: string | null, options: CookieOptions = {}): this {
    if (!/^[!-~]+$/.test(name) || /[;=,"]/.test(name)) throw new TypeError("argument name is invalid");
    if (value && !/^[\t -~\u0080-\u00ff]*$/.test(value.replaceAll(";", "\0"))) {
      throw new TypeError("argument value is invalid");
    }
    const others = [this.#response.headers["set-cookie"] ?? []].flat();
    const kept = options.overwrite ? others.filter((each) => !each.startsWith(`${name}=`)) : others;
    this.#response.set("set-cookie", [...kept, written(name, value, options)]);
    return this;
  }
}

function written(name: string, value: string | null | undefined, options: CookieOptions): string {
  const { maxAge, path = "/", domain, sameSite, secure, httpOnly = true } = options;
  const expires = !value ? new Date(0) : maxAge === undefined ? options.expires : new Date(Date.now() + maxAge);
  return [
    `${name}=${value || ""}`,
    ...(path ? [`path=${path}`] : []),
    ...(expires === undefined ? [] : [`expires=${expires.toUTCString()}`]),
    ...(domain === undefined ? [] : [`domain=${domain}`]),
    ...(sameSite ? [`samesite=${sameSite === true ? "strict" : sameSite.toLowerCase()}`] : []),
    ...(secure ? ["secure"] : []),
    ...(httpOnly ? ["httponly"] : []),
  ].join("; ");
}
