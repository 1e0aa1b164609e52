import assert from "node:assert";
import { STATUS_CODES } from "node:http";
import { extname } from "node:path";
import type { Readable } from "node:stream";
import { ownRequire } from "../../../../engine/internal.ts";
import { type Answer, JSON_TYPE } from "../../../http/answer.ts";
import { escapedHtml } from "../../../http/page/escaped-html.ts";
import { inOnePiece, isSource } from "../../../http/port.ts";
import type { Loose } from "../strapi-object.ts";
import { faultName, REFUSALS } from "./http-fault.ts";

/** `ctx.response`, with koa's names and Strapi's additions. */
export class KoaResponse {
  /** By lower-case name; several cookies are a list. */
  readonly headers: { [name: string]: string | readonly string[] } = {};
  /** Whether code has set a status, or a body: without either there is no answer. */
  isSet = false;
  ctx: Loose;
  /** Called once the request is over. */
  readonly atEnd: (() => unknown)[] = [];
  #status = 404;
  #message: string | undefined;
  #body: Loose;
  /** The answer of a built-in route, until code looks at its body. */
  #built: Answer | null = null;

  end(): void {
    for (const listener of this.atEnd.splice(0)) setImmediate(listener);
  }

  get header(): KoaResponse["headers"] {
    return this.headers;
  }

  get status(): number {
    return this.#status;
  }

  set status(status: number) {
    assert(Number.isInteger(status), "status code must be a number");
    assert(status >= 100 && status <= 999, `invalid status code: ${status}`);
    this.isSet = true;
    this.#status = status;
    if (EMPTY.has(status) && (this.#body || this.#built !== null)) this.body = null;
  }

  get message(): string | undefined {
    return this.#message ?? STATUS_CODES[this.#status];
  }

  set message(text: string) {
    this.#message = text;
  }

  /** The answer of a built-in route as it is, if no code has seen or replaced its body. */
  get untouched(): Answer | null {
    return this.#built;
  }

  get hasBody(): boolean {
    return this.#built !== null || (this.#body !== null && this.#body !== undefined);
  }

  /** Nothing, and said so. */
  get isNull(): boolean {
    return this.isSet && this.#body === null && this.#built === null;
  }

  /** Takes the answer of a built-in route. */
  take(answer: Answer): void {
    this.isSet = true;
    this.#status = answer.status;
    this.#built = answer;
    this.#body = undefined;
  }

  get body(): Loose {
    if (this.#built !== null) {
      const { body, contentType = JSON_TYPE, headers = [] } = this.#built;
      if (body === null || isSource(body)) return body;
      this.#built = null;
      for (const [name, value] of headers) if (name !== "etag") this.append(name, value);
      this.#body = contentType === JSON_TYPE ? JSON.parse(String(inOnePiece(body))) : inOnePiece(body);
      this.set("content-type", contentType);
    }
    return this.#body;
  }

  /** As koa does: the status becomes 200, or 204 for nothing, and the type follows the value, unless they are set. */
  set body(value: Loose) {
    this.#built = null;
    this.#body = value;
    if (value === null || value === undefined) {
      if (!EMPTY.has(this.#status)) this.status = 204;
      for (const name of ["content-type", "content-length", "transfer-encoding"]) this.remove(name);
      return;
    }
    if (!this.isSet) this.status = 200;
    const isTyped = this.has("content-type");
    if (typeof value === "string") {
      if (!isTyped) this.type = /^\s*</.test(value) ? "html" : "text";
    } else if (ArrayBuffer.isView(value) || isStream(value)) {
      if (!isTyped) this.type = "bin";
    } else this.set("content-type", JSON_TYPE);
  }

  /** Media type without parameters; the empty text if there is none. */
  get type(): string {
    return this.get("content-type").split(";")[0]?.trim() ?? "";
  }

  /** A media type, or the extension of files that have it. */
  set type(type: string) {
    const { contentType }: typeof import("mime-types") = ownRequire()("mime-types");
    const full = contentType(type);
    if (full === false) this.remove("content-type");
    else this.set("content-type", full);
  }

  get length(): number | undefined {
    const given = this.get("content-length");
    if (given !== "") return Number.parseInt(given, 10) || 0;
    if (this.#body === null || this.#body === undefined || isStream(this.#body)) return undefined;
    if (ArrayBuffer.isView(this.#body)) return this.#body.byteLength;
    return Buffer.byteLength(typeof this.#body === "string" ? this.#body : JSON.stringify(this.#body));
  }

  set length(bytes: number) {
    this.set("content-length", String(bytes));
  }

  get headerSent(): boolean {
    return false;
  }

  get etag(): string {
    return this.get("etag");
  }

  set etag(tag: string) {
    this.set("etag", /^(?:W\/)?"/.test(tag) ? tag : `"${tag}"`);
  }

  set lastModified(at: string | number | Date) {
    this.set("last-modified", new Date(at).toUTCString());
  }

  has(name: string): boolean {
    return Object.hasOwn(this.headers, name.toLowerCase());
  }

  get(name: string): string {
    const value = this.headers[name.toLowerCase()] ?? "";
    return typeof value === "string" ? value : (value[0] ?? "");
  }

  set(name: string | { readonly [name: string]: unknown }, value?: unknown): void {
    if (typeof name !== "string") for (const [each, given] of Object.entries(name)) this.set(each, given);
    else this.headers[name.toLowerCase()] = Array.isArray(value) ? value.map(String) : String(value);
  }

  append(name: string, value: string | readonly string[]): void {
    const before = this.headers[name.toLowerCase()];
    this.set(name, before === undefined ? value : [before, value].flat());
  }

  remove(name: string): void {
    delete this.headers[name.toLowerCase()];
  }

  vary(field: string): void {
    const before = this.get("vary").split(",");
    const fields = [...before.map((each) => each.trim()), field].filter((each) => each !== "");
    this.set("vary", [...new Set(fields)].join(", "));
  }

  is(...types: readonly string[]): string | false {
    const { type } = this;
    return types.flat().find((each) => type === each || type.endsWith(`/${each}`)) ?? (types.length === 0 && type);
  }

  /** 302 to a URL, unless a status of a redirect is set. */
  redirect(url: string, alternative?: string, isPage = false): void {
    const target = url === "back" ? (alternative ?? "/") : url;
    this.set("location", /^https?:\/\//i.test(target) ? new URL(target).toString() : encodeURI(decodable(target)));
    if (!REDIRECTS.has(this.#status)) this.status = 302;
    this.type = isPage ? "html" : "text";
    this.body = `Redirecting to ${isPage ? escapedHtml(target) : target}.`;
  }

  attachment(name?: string): void {
    if (name !== undefined) this.type = extname(name);
    this.set("content-disposition", name === undefined ? "attachment" : `attachment; filename="${quoted(name)}"`);
  }

  flushHeaders(): void {}

  send(data: unknown, status = 200): void {
    this.status = status;
    this.body = data;
  }

  created(data?: unknown): void {
    this.status = 201;
    this.body = data;
  }

  deleted(data?: unknown): void {
    this.status = data === undefined || data === null ? 204 : 200;
    if (this.#status === 200) this.body = data;
  }

  /** Answers with a refusal, in the form in which Strapi answers errors. */
  refuse(status: number, text: string, given: unknown, details: unknown): void {
    const message = typeof given === "string" ? given : String(Object(given).message ?? text);
    this.status = status;
    this.body = { data: null, error: { status, name: faultName(status), message, details } };
  }

  toJSON(): object {
    return { status: this.status, message: this.message, header: this.headers };
  }
}

/** `ctx.badRequest(message, details)` and the like, one for each status. */
for (const [name, status, text] of REFUSALS) {
  Object.defineProperty(KoaResponse.prototype, name, {
    value(this: KoaResponse, message: unknown = text, details: unknown = {}) {
      this.refuse(status, text, message, details);
    },
  });
}

export function isStream(value: unknown): value is Readable {
  return typeof value === "object" && value !== null && "pipe" in value && typeof value.pipe === "function";
}

/** Statuses of answers without a body. */
export const EMPTY: ReadonlySet<number> = new Set([204, 205, 304]);

const REDIRECTS: ReadonlySet<number> = new Set([300, 301, 302, 303, 305, 307, 308]);

/** A location that is encoded already is not encoded twice. */
function decodable(url: string): string {
  try {
    return decodeURI(url);
  } catch {
    return url;
  }
}

function quoted(name: string): string {
  return name.replace(/[\\"]/g, "\\$&");
}
