import { standIn } from "../object/stand-in.ts";
import type { Loose } from "../strapi-object.ts";
import type { KoaRequest } from "./koa-request.ts";
import type { KoaResponse } from "./koa-response.ts";

/** `ctx.app`: settings are accepted without effect. */
const KOA_APP: Loose = standIn("ctx.app", { proxy: false, env: process.env.NODE_ENV ?? "development", on() {} });

/** `ctx.req`: what `ctx.request` shows, under the names of Node.js. Its body is read already, so no event comes. */
function nodeRequest(request: KoaRequest): Loose {
  const { method, url, originalUrl, headers } = request;
  const socket = nodeSocket(request);
  const known = { method, url, originalUrl, headers, httpVersion: "1.1", complete: true, aborted: false, socket };
  const on = () => node;
  const node = standIn("ctx.req", { ...known, connection: socket, on, once: on, off: on });
  return node;
}

function nodeSocket({ ip, secure }: KoaRequest): Loose {
  return standIn("ctx.socket", { remoteAddress: ip, encrypted: secure, on() {} });
}

/** `ctx.res`: has the headers and the status of `ctx.response`. Listeners of the end are called once the answer is made. */
function nodeResponse(response: KoaResponse): Loose {
  const on = (event: string, listener: () => unknown) => {
    if (event === "finish" || event === "close") response.atEnd.push(listener);
    return node;
  };
  const node: Loose = standIn("ctx.res", {
    get statusCode() {
      return response.status;
    },
    set statusCode(status: number) {
      response.status = status;
    },
    headersSent: false,
    writableEnded: false,
    setHeader: (name: string, value: unknown) => response.set(name, value),
    getHeader: (name: string) => response.headers[name.toLowerCase()],
    getHeaders: () => ({ ...response.headers }),
    hasHeader: (name: string) => response.has(name),
    removeHeader: (name: string) => response.remove(name),
    on,
    once: on,
    off: on,
  });
  return node;
}

interface Exchange {
  readonly request: KoaRequest;
  readonly response: KoaResponse;
}

/** The members of `ctx` that koa takes from Node.js, made when code looks at them. */
export const NODE_OBJECTS: { readonly [name: string]: (ctx: Exchange) => Loose } = {
  app: () => KOA_APP,
  req: ({ request }) => nodeRequest(request),
  res: ({ response }) => nodeResponse(response),
  socket: ({ request }) => nodeSocket(request),
};
