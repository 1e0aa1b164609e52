import type { Loose } from "../strapi-object.ts";
import { nestedQuery } from "./nested-query.ts";

/** The source of `ctx.request`. */
export interface KoaSource {
  readonly method: string;
  /** Raw, without the query. */
  readonly path: string;
  /** Without the question mark. */
  readonly query: string;
  readonly remoteAddress: string;
  /** Where callers reach the server, without a trailing slash. */
  readonly origin: string;
  readonly headers: ReadonlyMap<string, string>;
  /** Parses a query string. */
  readonly parse: (query: string) => Loose;
  /** Throws for a malformed body, which is answered with 400. */
  readonly body: () => unknown;
  /** The body as it was sent; undefined if it was not read into memory. */
  readonly text: () => string | undefined;
  /** The files of a form by field, as formidable names their members; undefined without a form. */
  readonly files?: Loose;
}

/** `ctx.request`, with the names of koa. */
export class KoaRequest {
  method: string;
  path: string;
  querystring: string;
  readonly originalUrl: string;
  readonly headers: { [name: string]: string | undefined };
  readonly files: Loose;
  readonly ip: string;
  ctx: Loose;
  /** The parameters of the path: `ctx.params` is the same object. */
  params: Loose = {};
  readonly #source: KoaSource;
  /** The parameters of a query string, which middlewares change in place. */
  #parsed: { readonly of: string; readonly params: Loose } | null = null;
  #body: { readonly value: Loose } | null = null;

  constructor(source: KoaSource) {
    this.method = source.method;
    this.path = source.path;
    this.querystring = source.query;
    this.#source = source;
    this.originalUrl = this.url;
    this.headers = Object.fromEntries(source.headers);
    this.files = source.files;
    this.ip = source.remoteAddress;
  }

  get header(): KoaRequest["headers"] {
    return this.headers;
  }

  get url(): string {
    return `${this.path}${this.search}`;
  }

  set url(url: string) {
    const at = url.indexOf("?");
    this.path = at === -1 ? url : url.slice(0, at);
    this.querystring = at === -1 ? "" : url.slice(at + 1);
  }

  get search(): string {
    return this.querystring === "" ? "" : `?${this.querystring}`;
  }

  set search(text: string) {
    this.querystring = text.replace(/^\?/, "");
  }

  /** Nested by brackets. An object that is assigned is written as a query string first, as in Strapi. */
  get query(): Loose {
    if (this.#parsed?.of !== this.querystring) {
      this.#parsed = { of: this.querystring, params: changeable(this.#source.parse(this.querystring)) };
    }
    return this.#parsed.params;
  }

  set query(params: object) {
    this.querystring = nestedQuery(params);
  }

  /** The query string with what middlewares have made of it. */
  get askedQuery(): string {
    return this.#parsed?.of === this.querystring ? nestedQuery(this.#parsed.params) : this.querystring;
  }

  get body(): Loose {
    this.#body ??= { value: withText(changeable(this.#source.body()), this.#source.text) };
    return this.#body.value;
  }

  set body(value: Loose) {
    this.#body = { value };
  }

  /** Whether code has seen a parsed body, and so may have changed it. */
  get isBodyRead(): boolean {
    return this.#body !== null && this.#body.value !== undefined;
  }

  get rawBody(): string | undefined {
    return this.#source.text();
  }

  get ips(): readonly string[] {
    return [];
  }

  get origin(): string {
    return this.#source.origin;
  }

  get host(): string {
    return this.headers.host ?? new URL(this.origin).host;
  }

  get hostname(): string {
    return this.host.replace(/:\d+$/, "");
  }

  get protocol(): string {
    return this.origin.startsWith("https:") ? "https" : "http";
  }

  get secure(): boolean {
    return this.protocol === "https";
  }

  get href(): string {
    return /^https?:\/\//i.test(this.originalUrl) ? this.originalUrl : this.origin + this.originalUrl;
  }

  get URL(): URL {
    return new URL(this.href);
  }

  get length(): number | undefined {
    const length = this.headers["content-length"];
    return length === undefined ? undefined : Number(length);
  }

  /** Media type without parameters. */
  get type(): string {
    return (this.headers["content-type"] ?? "").split(";")[0]?.trim() ?? "";
  }

  get charset(): string {
    return /charset=([^;\s]+)/i.exec(this.headers["content-type"] ?? "")?.[1]?.replaceAll('"', "") ?? "";
  }

  get idempotent(): boolean {
    return ["GET", "HEAD", "PUT", "DELETE", "OPTIONS", "TRACE"].includes(this.method);
  }

  /** The value of a header; the empty text without it. */
  get(name: string): string {
    const header = name.toLowerCase();
    if (header === "referer" || header === "referrer") return this.headers.referrer ?? this.headers.referer ?? "";
    return this.headers[header] ?? "";
  }

  /** The first of these types, as `json` or `multipart/*`, that the body has; false: none; null: there is no body. */
  is(...types: readonly (string | readonly string[])[]): string | false | null {
    if (this.headers["content-type"] === undefined && !this.length) return null;
    const asked = types.flat();
    if (asked.length === 0) return this.type || false;
    const type = this.type.toLowerCase();
    return asked.map((each) => (isOf(type, each) ? (each.includes("/") ? type : each) : null)).find(Boolean) ?? false;
  }

  /** The first of these types that the client accepts, by their order. */
  accepts(...types: readonly (string | readonly string[])[]): string | false {
    const accepted = this.headers.accept?.toLowerCase() ?? "*/*";
    return types.flat().find((each) => accepted.includes("*/*") || accepted.includes(each.toLowerCase())) ?? false;
  }

  toJSON(): object {
    return { method: this.method, url: this.url, header: this.headers };
  }
}

/** Where `koa-body` keeps the text of a body. */
const UNPARSED: symbol = Symbol.for("unparsedBody");

function isOf(type: string, asked: string): boolean {
  if (asked === "urlencoded") return type === "application/x-www-form-urlencoded";
  if (asked === "multipart") return type.startsWith("multipart/");
  if (!asked.includes("/")) return type.endsWith(`/${asked}`) || type.endsWith(`+${asked}`);
  return asked.endsWith("/*") ? type.startsWith(asked.slice(0, -1)) : type === asked;
}

/** A copy of parsed values that code may change, of plain objects. */
function changeable(value: unknown): Loose {
  if (Array.isArray(value)) return value.map(changeable);
  if (typeof value !== "object" || value === null || ArrayBuffer.isView(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, changeable(each)]));
}

/** Signatures of webhooks sign the text as it was sent. */
function withText(body: Loose, text: KoaSource["text"]): Loose {
  if (typeof body !== "object" || body === null) return body;
  return Object.defineProperty(body, UNPARSED, { get: text });
}
