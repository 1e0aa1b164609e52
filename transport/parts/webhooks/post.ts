import { type LookupAddress, lookup } from "node:dns";
import { type ClientRequest, type IncomingMessage, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { isIP, type LookupFunction } from "node:net";
import { withinTime } from "../../hooks/within-time.ts";
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
  readonly body: Buffer;
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
export const postOverNetwork: Post = ({ url, headers, body, allowPrivate, signal }) =>
  new Promise((resolve, reject) => {
    const { hostname, protocol } = new URL(url);
    const literal = hostname.replace(/^\[|\]$/g, "");
    if (!allowPrivate && isIP(literal) !== 0 && isPrivateAddress(literal))
      return reject(new Error(privateAddress(literal)));
    const request: ClientRequest = (protocol === "https:" ? requestHttps : requestHttp)(url, {
      method: "POST",
      headers: { ...headers, "Content-Length": String(body.length) },
      lookup: lookupOf(allowPrivate),
      // A connection of an earlier try may lead to an address that was allowed then.
      agent: false,
      signal,
    });
    request.once("error", reject);
    request.once("response", (response) => {
      // The status is the answer, whether or not the rest arrives.
      void readSome(response).finally(() => {
        request.destroy();
        resolve(answerOf(response));
      });
    });
    request.end(body);
  });

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

/** Reads a body so that the receiver need not end in the middle of it; a large or slow one is left. */
async function readSome(response: IncomingMessage): Promise<void> {
  const read = async () => {
    let bytes = 0;
    for await (const chunk of response) {
      bytes += chunk.length;
      if (bytes > MAX_ANSWER) break;
    }
  };
  await withinTime(BODY_TIMEOUT, read(), () => new Error("The body is slow")).catch(() => {});
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
      body: new Uint8Array(body),
      signal,
      redirect: "manual",
    });
    const { status, statusText, headers: answered } = await deliver(request);
    return { status, statusText, retryAfter: answered.get("retry-after") };
  };
}
