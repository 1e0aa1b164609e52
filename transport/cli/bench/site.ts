import { isError } from "../../../storage/core.ts";
import { BenchError } from "./bench-error.ts";

/** A content type on the server that is measured. */
export interface Site {
  /** `http://127.0.0.1:1337` */
  readonly origin: string;
  /** `/api` */
  readonly prefix: string;
  /** Path of the list: `/api/posts`. */
  readonly path: string;
  readonly token: string | null;
}

export type Entry = { readonly [name: string]: unknown };

/** Timeout of one answer in milliseconds. */
const ANSWER_TIMEOUT = 30_000;

/**
 * A page of the content type with these parameters.
 *
 * @throws BenchError with what to do about it, if the server does not answer with a list of documents.
 */
export async function readPage(site: Site, parameters: string): Promise<readonly Entry[]> {
  const url = `${site.origin}${site.path}?${parameters}`;
  const body = parsed(await send(url, site, "GET"));
  if (isList(body)) return body.data;
  throw new BenchError(`${url} does not answer with { "data": [ … ] }: is it the API of Strapi 5?`);
}

/** Deletes a document. @throws BenchError */
export async function remove(site: Site, documentId: string): Promise<void> {
  await send(`${site.origin}${site.path}/${encodeURIComponent(documentId)}`, site, "DELETE");
}

/** The body of a server's answer, unless it is a refusal. */
async function send(url: string, site: Site, method: string): Promise<string> {
  const { token } = site;
  const headers = token === null ? {} : { authorization: `Bearer ${token}` };
  try {
    const response = await fetch(url, { method, headers, signal: AbortSignal.timeout(ANSWER_TIMEOUT) });
    const body = await response.text();
    if (response.ok) return body;
    throw new BenchError(refusal(site, response.status, body));
  } catch (error) {
    if (error instanceof BenchError) throw error;
    throw new BenchError(`Cannot reach ${new URL(url).origin}: ${connectionFailure(error)}`);
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** fetch reports only that it failed; the cause says why. */
function connectionFailure(error: unknown): string {
  const cause = isError(error) ? (error.cause ?? error) : error;
  if (!isError(cause)) return String(cause);
  if (cause.name === "TimeoutError") return `no whole answer within ${ANSWER_TIMEOUT / 1000} seconds`;
  if ("code" in cause && cause.code === "ECONNREFUSED") return "nothing listens there (connection refused)";
  return cause.message;
}

function refusal({ path, token }: Site, status: number, body: string): string {
  switch (status) {
    case 401:
      return token === null
        ? `${path} wants credentials (401): give a token with --token, or let the public role find this type`
        : `${path} does not take this token (401)`;
    case 403:
      return `${path} is forbidden ${token === null ? "without a token: give one with --token" : "to this token"} (403)`;
    case 404:
      return `There is no ${path} (404): name a content type that it has with --type, by its plural API name`;
    default:
      return `${path} answers ${status}: ${inOneLine(body)}`;
  }
}

/** A foreign server's text could contain terminal control sequences. */
function inOneLine(body: string): string {
  return body.slice(0, 200).replace(/[\p{Cc}\p{Cf}]+/gu, " ");
}

function isList(body: unknown): body is { readonly data: readonly Entry[] } {
  return typeof body === "object" && body !== null && "data" in body && isEntries(body.data);
}

function isEntries(data: unknown): boolean {
  return Array.isArray(data) && data.every((each) => typeof each === "object" && each !== null);
}
