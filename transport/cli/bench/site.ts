import { BenchError } from "./bench-error.ts";

/** A content type on a server that is to be measured. */
export interface Site {
  /** `http://127.0.0.1:1337` */
  readonly origin: string;
  /** Path of the list: `/api/posts`. */
  readonly path: string;
  readonly token: string | null;
}

export type Entry = { readonly [name: string]: unknown };

/** Milliseconds for one answer. */
const PATIENCE = 30_000;

/**
 * A page of the content type, by these parameters.
 *
 * @throws BenchError with what to do about it, when the server does not answer with a list of documents.
 */
export async function readPage(site: Site, parameters: string): Promise<readonly Entry[]> {
  const url = `${site.origin}${site.path}?${parameters}`;
  const response = await send(url, site, "GET");
  if (!response.ok) throw new BenchError(refusal(site, response.status, await response.text()));
  const body: unknown = await response.json().catch(() => null);
  if (isList(body)) return body.data;
  throw new BenchError(`${url} does not answer with { "data": [ … ] }: is it the API of Strapi 5?`);
}

/** Removes a document. @throws BenchError */
export async function remove(site: Site, documentId: string): Promise<void> {
  const response = await send(`${site.origin}${site.path}/${documentId}`, site, "DELETE");
  if (!response.ok) throw new BenchError(refusal(site, response.status, await response.text()));
}

async function send(url: string, { token }: Site, method: string): Promise<Response> {
  const headers = token === null ? {} : { authorization: `Bearer ${token}` };
  try {
    return await fetch(url, { method, headers, signal: AbortSignal.timeout(PATIENCE) });
  } catch (error) {
    throw new BenchError(`Cannot reach ${new URL(url).origin}: ${reasonOf(error)}`);
  }
}

/** fetch says only that it failed; the cause says why. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  if (!(cause instanceof Error)) return String(cause);
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
      return `${path} answers ${status}: ${body.slice(0, 200)}`;
  }
}

function isList(body: unknown): body is { readonly data: readonly Entry[] } {
  return typeof body === "object" && body !== null && "data" in body && Array.isArray(body.data);
}
