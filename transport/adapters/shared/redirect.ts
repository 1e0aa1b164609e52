import type { HttpRequest, HttpResponse } from "../../http/port.ts";
import { platform } from "./platform.ts";

/** A request of fetch, as it can be sent again. */
export interface Sent {
  readonly method: string;
  readonly url: URL;
  readonly headers: Headers;
  readonly body: HttpRequest["body"];
}

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** Headers that a request loses with its body. */
const OF_BODY = ["content-encoding", "content-language", "content-location", "content-type", "content-length"];

/** Where an answer leads; null if it is no redirect. Throws TypeError for an address that cannot be read. */
export function redirectOf({ status, headers, ownHeaders = [] }: HttpResponse, from: URL): URL | null {
  if (!REDIRECTS.has(status)) return null;
  const location = [...ownHeaders, ...headers].find(([name]) => name === "location")?.[1];
  return location === undefined ? null : new URL(location, from);
}

/** The request that follows a redirect, as the fetch standard changes it. */
export function redirected(sent: Sent, status: number, url: URL): Sent {
  const { method } = sent;
  const becomesGet = status === 303 ? method !== "GET" && method !== "HEAD" : status <= 302 && method === "POST";
  if (!becomesGet) return { ...sent, url };
  const headers = new platform.Headers(sent.headers);
  for (const name of OF_BODY) headers.delete(name);
  return { method: "GET", url, headers, body: null };
}
