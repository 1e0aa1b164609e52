import { setTimeout as wait } from "node:timers/promises";
import { isRecord, parseExactly } from "../../../engine/internal.ts";
import { errorCode, reasonOf } from "../../../storage/core.ts";
import { millisecondsToRetry } from "../../http/headers/retry-after.ts";
import { RefusedError, TwinError, UnansweredError } from "../twin-error.ts";
import { type Gate, gateOf } from "./gate.ts";
import { isPublic } from "./is-public.ts";

export interface UpstreamOptions {
  /** Of Galley, which the source is told. */
  readonly version?: string | undefined;
  /** Sent to the source's own origin only. */
  readonly token?: string | undefined;
  /** Requests a second at most. */
  readonly rate?: number | undefined;
  /** Refuse redirects to other origins. */
  readonly strict?: boolean | undefined;
  /** Milliseconds of the first pause before a request is sent again; the next ones are longer. */
  readonly pause?: number | undefined;
  /** Bytes of the longest answer that is read as text: 256 MiB. */
  readonly longest?: number | undefined;
  /** Milliseconds within which an answer, or more of a file, must come: 30 s. */
  readonly timeout?: number | undefined;
}

/** The methods of requests to a source. */
export type Method = "GET" | "HEAD";

/** An answer of the source. */
export interface Answer {
  readonly status: number;
  readonly type: string;
  readonly headers: Headers;
  readonly response: Response;
}

/** The JSON value of an answer, by `parseExactly`. */
export interface ValueAnswer {
  readonly value: unknown;
  /** Characters of its text. */
  readonly size: number;
  /** Its `ETag`; null without one. */
  readonly tag: string | null;
}

interface TextAnswer {
  readonly answer: Answer;
  readonly text: string;
}

type HeadersGiven = { readonly [name: string]: string };

/** A server of version 5 that otherwise answers in the form of version 4 obeys it; Strapi 4 does not know it. */
const IN_FORM_5: HeadersGiven = { "strapi-response-format": "v5" };

const TRIES = 6;
const ANSWER_TIMEOUT = 30_000;
/** Of a file, which may be long and its source slow. */
const FILE_TIMEOUT = 20 * ANSWER_TIMEOUT;
const AT_ONCE = 4;
const MOST_REDIRECTS = 5;
const LONGEST_PAUSE = 60_000;
/** A source may send without end, or what is inflated to that. */
const LONGEST = 256 * 1_048_576;

/** Answers of a server, or of a proxy in front of it, that is busy for a moment. */
const PASSING: ReadonlySet<number> = new Set([429, 502, 503, 504]);

/**
 * The server that a twin copies. It is only read: every request goes through `ask`, which sends GET and HEAD and
 * nothing else, four at a time. Requests that fail for a moment are sent again, six times in all, as `Retry-After`
 * says.
 */
export class Upstream {
  readonly origin: string;
  /** First part of every path, `/api`. */
  readonly prefix: string;
  readonly #options: UpstreamOptions;
  readonly #gate: Gate;
  /** The server has given a JSON answer: another kind is a disturbance, of a proxy in front of it. */
  #isKnown = false;

  /** @throws TwinError if the address is none of HTTP. */
  constructor(address: string, options: UpstreamOptions = {}) {
    const url = URL.canParse(address) ? new URL(address) : null;
    if (url === null || !/^https?:$/.test(url.protocol))
      throw new TwinError(`${address} is not a URL: it starts with http:// or https://`);
    this.origin = url.origin;
    this.prefix = url.pathname === "/" ? "/api" : url.pathname.replace(/(?<!\/)\/+$/, "");
    this.#options = options;
    this.#gate = gateOf(AT_ONCE, options.rate);
  }

  /**
   * The JSON value at a path below the prefix, by `parseExactly`.
   *
   * @throws RefusedError for any status but 200, TwinError for an answer that is none of Strapi's, or is too long.
   */
  async json(path: string): Promise<unknown> {
    return (await this.tagged(path)).value;
  }

  /** The same, with its length and tag. `known`: an earlier answer, which is returned if the source has the same still. */
  async tagged(path: string, known?: ValueAnswer): Promise<ValueAnswer> {
    const asked = pathOf(this.prefix + path);
    const tag = known?.tag ?? null;
    const headers = tag === null ? IN_FORM_5 : { ...IN_FORM_5, "if-none-match": tag };
    return this.#texts("GET", this.prefix + path, headers, ({ answer, text }) => {
      if (answer.status === 304 && known !== undefined) return known;
      if (PASSING.has(answer.status))
        throw new UnansweredError(`${this.origin} answered ${answer.status} to GET ${asked}, ${TRIES} times`);
      if (answer.status !== 200) throw this.#refused(answer.status, path);
      if (!/\bjson\b/.test(answer.type))
        throw new StrangeAnswerError(`${this.origin} is not Strapi: GET ${asked} gave ${answer.type}`);
      try {
        const value = parseExactly(text);
        this.#isKnown = true;
        return { value, size: text.length, tag: answer.headers.get("etag") };
      } catch {
        throw new StrangeAnswerError(`${this.origin} is not Strapi: GET ${asked} gave JSON that is cut off or wrong`);
      }
    });
  }

  /** The status and text at a path below the prefix, whatever the status is. */
  text(path: string): Promise<TextAnswer> {
    return this.#texts("GET", this.prefix + path, IN_FORM_5, (read) => read);
  }

  /** The same at a path from the root. */
  at(path: string, method: Method = "GET"): Promise<TextAnswer> {
    return this.#texts(method, path, {}, (read) => read);
  }

  #texts<T>(method: Method, path: string, headers: HeadersGiven, use: (read: TextAnswer) => T): Promise<T> {
    return this.#patiently(method, new URL(path, this.origin), headers, async (answer) => {
      const bytes = await bytesOf(
        answer.response,
        this.#options.longest ?? LONGEST,
        `${this.origin}: the answer to ${method} ${pathOf(path)} `,
      );
      return use({ answer, text: new TextDecoder().decode(bytes) });
    });
  }

  /**
   * The bytes of a file, at most `limit` of them; null if there is none.
   *
   * @throws TwinError for a file that is cut off or too long.
   */
  file(address: string, limit: number): Promise<Uint8Array | null> {
    return this.#patiently("GET", new URL(address, this.origin), {}, async ({ status, headers, response }, more) => {
      if (status !== 200) {
        await response.body?.cancel();
        return null;
      }
      const length = headers.get("content-encoding") === null ? headers.get("content-length") : null;
      if (Number(length) > limit) {
        await response.body?.cancel();
        throw new TwinError(`is longer than ${limit} bytes`);
      }
      const bytes = await bytesOf(response, limit, "", more);
      if (length !== null && Number(length) !== bytes.length) throw new CutOffError();
      return bytes;
    });
  }

  #refused(status: number, path: string): RefusedError {
    const asked = pathOf(this.prefix + path);
    const said = `${this.origin} answered ${status} to GET ${asked}`;
    if (status === 401) return new RefusedError(`${said}: the token is missing, wrong or expired`, status, asked);
    if (status === 403) return new RefusedError(`${said}: left out (the token may not find it)`, status, asked);
    return new RefusedError(`${said}: left out`, status, asked);
  }

  /**
   * Sends a request until it gets an answer that lasts. `use` reads the answer; what breaks off meanwhile is asked again. It
   * may call `more` to get as much time again, as long as it waits for a file.
   */
  async #patiently<T>(
    method: Method,
    url: URL,
    given: HeadersGiven,
    use: (answer: Answer, more: () => void) => Promise<T>,
  ): Promise<T> {
    for (let tries = 1; ; tries++) {
      let pause = (this.#options.pause ?? 500) * 2 ** (tries - 1) * (0.5 + Math.random());
      try {
        const answer = await this.#gate(() =>
          this.#inTime(async (signal, more) => {
            const found = await this.#ask(method, url, given, signal);
            if (!PASSING.has(found.status) || tries === TRIES) return { used: await use(found, more) };
            // A time that has passed already, by another clock, is none.
            pause = millisecondsToRetry(found.headers.get("retry-after"), Date.now()) || pause;
            await found.response.body?.cancel();
            return null;
          }),
        );
        if (answer !== null) return answer.used;
      } catch (error) {
        if (tries === TRIES || !(isPassing(error) || (this.#isKnown && error instanceof StrangeAnswerError)))
          throw this.#described(error, url);
      }
      await wait(Math.min(pause, LONGEST_PAUSE));
    }
  }

  async #inTime<T>(task: (signal: AbortSignal, more: () => void) => Promise<T>): Promise<T> {
    const { timeout = ANSWER_TIMEOUT } = this.#options;
    const ending = new AbortController();
    const end = () => ending.abort(new DOMException("The operation was aborted due to timeout", "TimeoutError"));
    const silence = setTimeout(end, timeout);
    const all = setTimeout(end, FILE_TIMEOUT);
    try {
      return await task(ending.signal, () => silence.refresh());
    } finally {
      clearTimeout(silence);
      clearTimeout(all);
    }
  }

  /** The only place from which anything is sent to a source. */
  async #ask(method: Method, first: URL, given: HeadersGiven, signal: AbortSignal): Promise<Answer> {
    let url = first;
    let isWithoutToken = false;
    for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects++) {
      const isOwn = url.origin === this.origin;
      const headers = {
        "user-agent": `galley-pull/${this.#options.version ?? 0}`,
        accept: "application/json, */*;q=0.5",
        // Apollo answers a query by GET only to who could not be a page of another site.
        "apollo-require-preflight": "true",
      };
      const token =
        isOwn && this.#options.token !== undefined ? { authorization: `Bearer ${this.#options.token}` } : {};
      const response = await fetch(url, {
        method,
        redirect: "manual",
        headers: { ...headers, ...given, ...token },
        signal,
      });
      const location = response.headers.get("location");
      if (response.status < 300 || response.status >= 400 || location === null) {
        // The reader of a later message would look for the fault in the token.
        if (isWithoutToken && (response.status === 401 || response.status === 403))
          throw new TwinError(`${this.origin} redirects to ${url.origin}, which gets no token: give its address`);
        const type = response.headers.get("content-type")?.split(";")[0]?.trim() || "no content type";
        return { status: response.status, type, headers: response.headers, response };
      }
      await response.body?.cancel();
      const next = new URL(location, url);
      if (!/^https?:$/.test(next.protocol)) throw new TwinError(`${this.origin} redirects to ${next.protocol}`);
      if (next.origin !== this.origin && this.#options.strict === true)
        throw new TwinError(`${this.origin} redirects to ${next.origin} (refused by --strict)`);
      await refuseInner(url, next);
      isWithoutToken ||= next.origin !== this.origin && this.#options.token !== undefined;
      url = next;
    }
    throw new TwinError(`${this.origin} redirects more than ${MOST_REDIRECTS} times`);
  }

  #described(error: unknown, url: URL): unknown {
    if (error instanceof StrangeAnswerError && this.#isKnown) return new UnansweredError(error.message);
    if (error instanceof TwinError && !(error instanceof CutOffError)) return error;
    const code = codeOf(error);
    if (/CERT|^UNABLE_TO_|SELF_SIGNED/.test(code ?? ""))
      return new TwinError(`the certificate of ${url.origin} is not valid: ${code} (--insecure to accept)`);
    const reason = code ?? reasonOf(causeOf(error));
    return new UnansweredError(`${url.origin} did not answer GET ${pathOf(url.pathname)}: ${reason}`);
  }
}

/** A server of the internet cannot send this machine to one of the network behind it. */
async function refuseInner(from: URL, to: URL): Promise<void> {
  if (from.hostname === to.hostname || !(await isPublic(from.hostname)) || (await isPublic(to.hostname))) return;
  throw new TwinError(`${from.origin} redirects to ${to.origin}, whose address is not public`);
}

class CutOffError extends TwinError {
  constructor() {
    super("was cut off");
  }
}

/** An answer that is none of Strapi's. */
class StrangeAnswerError extends TwinError {}

/** `what`: begins the message of what is too long. `more` is called with each part. */
async function bytesOf(response: Response, limit: number, what = "", more = () => {}): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    more();
    length += part.length;
    if (length > limit) throw new TwinError(`${what}is longer than ${limit} bytes`);
    parts.push(part);
  }
  return Buffer.concat(parts);
}

/** Whether a connection broke or took too long: a later one may succeed. A certificate and a name that is unknown stay so. */
function isPassing(error: unknown): boolean {
  if (error instanceof CutOffError) return true;
  if (error instanceof TwinError) return false;
  return !/CERT|^UNABLE_TO_|SELF_SIGNED|ENOTFOUND|ECONNREFUSED|ENOSPC|ERR_INVALID/.test(codeOf(error) ?? "");
}

function codeOf(error: unknown): string | undefined {
  return errorCode(causeOf(error)) ?? undefined;
}

/** `fetch` says only that it failed. */
function causeOf(error: unknown): unknown {
  return isRecord(error) && isRecord(error.cause) ? error.cause : error;
}

/** Queries are left out of messages: they may hold values of `--where`. */
function pathOf(path: string): string {
  return path.split("?")[0] ?? path;
}
