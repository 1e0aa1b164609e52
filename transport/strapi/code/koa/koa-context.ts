import type { Loose } from "../strapi-object.ts";
import { httpFault, REFUSALS } from "./http-fault.ts";
import { KoaCookies } from "./koa-cookies.ts";
import { KoaRequest, type KoaSource } from "./koa-request.ts";
import { KoaResponse } from "./koa-response.ts";
import { NODE_OBJECTS } from "./node-objects.ts";

/** `ctx`: one request and its answer, with koa's names and Strapi's additions. */
export class KoaContext {
  readonly request: KoaRequest;
  readonly response = new KoaResponse();
  readonly cookies: KoaCookies;
  readonly originalUrl: string;
  state: Loose = {};
  /** False: code answers by other means, which Galley has not; kept as it is set. */
  respond: boolean | undefined;
  /** Further members, which code hangs on it. */
  [name: string]: Loose;

  constructor(source: KoaSource, params: object) {
    this.request = new KoaRequest(source);
    this.cookies = new KoaCookies(this.request, this.response);
    this.originalUrl = this.request.originalUrl;
    this.params = { ...params };
    this.request.ctx = this;
    this.response.ctx = this;
  }

  get params(): Loose {
    return this.request.params;
  }

  set params(params: Loose) {
    this.request.params = params;
  }

  get(name: string): string {
    return this.request.get(name);
  }

  throw(...given: readonly unknown[]): never {
    throw httpFault(...given);
  }

  assert(value: unknown, ...given: readonly unknown[]): void {
    if (!value) throw httpFault(...given);
  }

  redirect(url: string, alternative?: string): void {
    const referrer = url === "back" ? ownReferrer(this.request) : null;
    this.response.redirect(referrer ?? url, alternative, this.request.accepts("html") !== false);
  }

  inspect(): object {
    return this.toJSON();
  }

  toJSON(): object {
    return { request: this.request.toJSON(), response: this.response.toJSON(), originalUrl: this.originalUrl };
  }
}

// As koa does: members of `ctx` that belong to its request and its response.
delegate(
  "request",
  ["accepts", "is"],
  [
    ...["method", "query", "querystring", "search", "path", "url", "idempotent", "origin", "href", "URL", "protocol"],
    ...["host", "hostname", "secure", "ip", "ips", "header", "headers", "charset"],
  ],
);
delegate(
  "response",
  [
    ...["attachment", "remove", "vary", "has", "set", "append", "flushHeaders", "send", "created", "deleted"],
    ...REFUSALS.map(([name]) => name),
  ],
  ["status", "message", "body", "length", "type", "headerSent", "etag", "lastModified"],
);
for (const [name, make] of Object.entries(NODE_OBJECTS)) {
  Object.defineProperty(KoaContext.prototype, name, {
    get(this: KoaContext) {
      const made = make(this);
      Object.defineProperty(this, name, { value: made, writable: true });
      return made;
    },
  });
  shareMember(KoaRequest.prototype, name);
  shareMember(KoaResponse.prototype, name);
}
shareMember(KoaRequest.prototype, "response");
shareMember(KoaResponse.prototype, "request");

/** A member of the request or the response that is the one of `ctx`. */
function shareMember(prototype: KoaRequest | KoaResponse, name: string): void {
  Object.defineProperty(prototype, name, {
    get(this: KoaRequest | KoaResponse) {
      return this.ctx[name];
    },
  });
}

function delegate(to: "request" | "response", methods: readonly string[], values: readonly string[]): void {
  for (const name of methods) {
    Object.defineProperty(KoaContext.prototype, name, {
      // Code puts methods of its own in their place.
      writable: true,
      value(this: KoaContext, ...given: readonly unknown[]) {
        const own: Loose = this[to];
        return own[name](...given);
      },
    });
  }
  for (const name of values) {
    Object.defineProperty(KoaContext.prototype, name, {
      // V8 takes several times as long for `Reflect.get` and `Reflect.set`.
      get(this: KoaContext) {
        const own: Loose = this[to];
        return own[name];
      },
      set(this: KoaContext, value: unknown) {
        const own: Loose = this[to];
        own[name] = value;
      },
    });
  }
}

/** Where the client comes from, if that is on the same host. */
function ownReferrer(request: KoaRequest): string | null {
  const referrer = request.get("referrer");
  if (referrer === "") return null;
  return new URL(referrer, request.href).host === request.host ? referrer : null;
}
