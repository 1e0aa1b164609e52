import { type LookupAddress, lookup } from "node:dns";
import { Agent, type ClientRequest, type IncomingMessage, request as requestHttp } from "node:http";
import { request as requestHttps, Agent as SecureAgent } from "node:https";
import { isIP, type LookupFunction } from "node:net";
import { errorCode } from "../../../storage/core.ts";
import { isPrivateAddress } from "../../runtime/private-address.ts";
import type { Deliver } from "./webhook-config.ts";

/** Milliseconds from the beginning of a try to the end of its answer. */
export const POST_TIMEOUT = 10_000;
/** Milliseconds within which the body of an answer is read. */
const BODY_TIMEOUT = 1_000;
/** Bytes of an answer that are read. */
const MAX_ANSWER = 65_536;

export interface Posted {
  readonly url: string;
  readonly headers: { readonly [name: string]: string };
  readonly body: string;
  readonly allowPrivate: boolean;
  readonly signal: AbortSignal;
}

/** The status line and the one header that counts. */
export interface PostAnswer {
  readonly status: number;
  readonly statusText: string;
  readonly retryAfter: string | null;
}

/** Sends one request, and follows no redirect. */
export type Post = (posted: Posted) => Promise<PostAnswer>;

/** The message of a refused address, behind the name of the webhook. */
export function privateAddress(address: string): string {
  return `${address} is a private address (allowPrivate)`;
}

/** Over the network. @throws Error (rejected) that says why there is no answer. */
export const postOverNetwork: Post = async (posted) => {
  const { hostname } = new URL(posted.url);
  const literal = hostname.replace(/^\[|\]$/g, "");
  if (!posted.allowPrivate && isIP(literal) !== 0 && isPrivateAddress(literal))
    throw new Error(privateAddress(literal));
  for (;;) {
    const sent = await send(posted);
    if (sent !== "closed before") return sent;
  }
};

/** `closed before`: the receiver had closed the idle connection that was used again. */
function send({ url, headers, body, allowPrivate, signal }: Posted): Promise<PostAnswer | "closed before"> {
  return new Promise((resolve, reject) => {
    const isSecure = url.startsWith("https:");
    const request: ClientRequest = (isSecure ? requestHttps : requestHttp)(url, {
      method: "POST",
      headers: { ...headers, "Content-Length": String(Buffer.byteLength(body)) },
      lookup: allowPrivate ? LOOKUPS.all : LOOKUPS.public,
      agent: (isSecure ? SECURE_AGENTS : AGENTS)[allowPrivate ? "all" : "public"],
    });
    // The signal of a request itself is heard by three objects, which takes a fifth of all of the request.
    const end = () => request.destroy(new Error("The try has ended"));
    signal.addEventListener("abort", end, { once: true });
    const settle = (answer: () => void) => {
      signal.removeEventListener("abort", end);
      answer();
    };
    request.once("error", (error) => {
      const isStale = request.reusedSocket && ["ECONNRESET", "EPIPE"].includes(errorCode(error) ?? "");
      settle(() => (isStale && !signal.aborted ? resolve("closed before") : reject(error)));
    });
    request.once("response", (response) => {
      // The status is the answer, whether or not the rest arrives.
      readSome(response, () => {
        if (!response.complete) request.destroy();
        settle(() => resolve(answerOf(response)));
      });
    });
    // As a text it goes out in one piece with the head.
    request.end(body);
  });
}

/** Less than the time after which common servers close idle connections. */
const IDLE = 4_000;

/** The addresses of a connection that is used again were checked by the same rule when it was made. */
const AGENTS = {
  all: new Agent({ keepAlive: true, timeout: IDLE }),
  public: new Agent({ keepAlive: true, timeout: IDLE }),
};
const SECURE_AGENTS = {
  all: new SecureAgent({ keepAlive: true, timeout: IDLE }),
  public: new SecureAgent({ keepAlive: true, timeout: IDLE }),
};

/** The addresses of a name, checked when the connection is made: they may have changed since an earlier check. */
function lookupOf(allowPrivate: boolean): LookupFunction {
  return (host, options, callback) => {
    lookup(host, { ...options, all: true }, (error, found: LookupAddress[]) => {
      if (error !== null) return callback(error, []);
      const refused = allowPrivate ? undefined : found.find(({ address }) => isPrivateAddress(address));
      if (refused !== undefined) return callback(new Error(privateAddress(refused.address)), []);
      const [first] = found;
      if (options.all === true) callback(null, found);
      else callback(null, first?.address ?? "", first?.family);
    });
  };
}

const LOOKUPS = { all: lookupOf(true), public: lookupOf(false) };

/** Reads a body so that the receiver need not end in the middle of it; a large or slow one is left. Calls `left` at least once. */
function readSome(response: IncomingMessage, left: () => void): void {
  const timer = setTimeout(left, BODY_TIMEOUT);
  let bytes = 0;
  response.on("data", (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > MAX_ANSWER) left();
  });
  const end = () => {
    clearTimeout(timer);
    left();
  };
  response.once("end", end).once("error", end).once("close", end);
}

function answerOf({ statusCode = 0, statusMessage = "", headers }: IncomingMessage): PostAnswer {
  return { status: statusCode, statusText: statusMessage, retryAfter: headers["retry-after"] ?? null };
}

/** Through a function in place of the network, as tests have it. */
export function postBy(deliver: Deliver): Post {
  return async ({ url, headers, body, signal }) => {
    const request = new Request(url, {
      method: "POST",
      headers,
      body,
      signal,
      redirect: "manual",
    });
    const { status, statusText, headers: answered } = await deliver(request);
    return { status, statusText, retryAfter: answered.get("retry-after") };
  };
}
