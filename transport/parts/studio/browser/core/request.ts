import { signal } from "@preact/signals";
import { BASE } from "./base.ts";
import type { Fault } from "./fault.ts";
import { member } from "./member.ts";
import { fork, token } from "./session.ts";

export interface Call {
  /** GET when absent. */
  readonly method?: string;
  /** From the server's base path, with its query. */
  readonly path: string;
  readonly headers?: { readonly [name: string]: string };
  /** An object is sent as JSON. */
  readonly body?: string | FormData | object;
  readonly signal?: AbortSignal;
  /** One of several writes: their sender counts all of them as one of the `writes`. */
  readonly isPart?: boolean;
}

/** Any answer, successful or not. */
export interface Reply {
  /** The request's path, with its query. */
  readonly path: string;
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly text: string;
  /** Undefined if the text is not JSON. */
  readonly json: unknown;
  /** Time until the answer had arrived completely. */
  readonly milliseconds: number;
  /** Size of the body after decompression. */
  readonly bytes: number;
}

/** The number of requests that have changed something. Counts of entries load again when it changes. */
export const writes = signal(0);

/** Marks Studio's own requests, so that the request journal can separate them from the application's. */
export const STUDIO_HEADER = "x-galley-studio";

/** No answer came. The browser's own message, such as `Failed to fetch`, would not help. */
class NoAnswerError extends Error {
  override readonly name = "NoAnswerError";

  constructor(cause: unknown) {
    super("The server gave no answer. It has stopped, or the connection was dropped.", { cause });
  }
}

/** @throws NoAnswerError (rejected) */
export async function send({ method = "GET", path, headers = {}, body, signal, isPart = false }: Call): Promise<Reply> {
  const sent = new Headers(headers);
  if (!sent.has("accept")) sent.set("accept", "application/json");
  if (!sent.has("authorization") && token.peek() !== "") sent.set("authorization", `Bearer ${token.peek()}`);
  if (fork.peek() !== "") sent.set("x-galley-fork", fork.peek());
  sent.set(STUDIO_HEADER, "1");
  const isJson = typeof body === "object" && !(body instanceof FormData);
  if (isJson) sent.set("content-type", "application/json");
  const started = performance.now();
  const { response, text } = await fetched(`${BASE}${path}`, {
    method,
    headers: sent,
    body: isJson ? JSON.stringify(body) : (body ?? null),
    signal: signal ?? null,
    // The page must show what the server answers now.
    cache: "no-store",
  });
  const milliseconds = performance.now() - started;
  if (method !== "GET" && response.ok && !isPart) writes.value++;
  return {
    path,
    status: response.status,
    headers: [...response.headers],
    text,
    json: parsed(text),
    milliseconds,
    bytes: new TextEncoder().encode(text).length,
  };
}

async function fetched(
  url: string,
  init: RequestInit,
): Promise<{ readonly response: Response; readonly text: string }> {
  try {
    const response = await fetch(url, init);
    return { response, text: await response.text() };
  } catch (error) {
    throw init.signal?.aborted === true ? error : new NoAnswerError(error);
  }
}

/** An error answer, with the server's message. */
export class RefusedError extends Error {
  override readonly name = "RefusedError";
  readonly status: number;
  readonly reply: Reply;
  /** The faults, each with the path of its field. */
  readonly faults: readonly Fault[];

  constructor(reply: Reply) {
    const error = member(reply.json, "error");
    super(String(member(error, "message") ?? (reply.text.slice(0, 200) || `The server answered ${reply.status}`)));
    this.status = reply.status;
    this.reply = reply;
    const errors = member(member(error, "details"), "errors");
    this.faults = Array.isArray(errors) ? errors.map(readFault) : [];
  }
}

/**
 * Like `send`, for callers that cannot handle an error answer.
 *
 * @throws RefusedError (rejected) for an answer of 400 or more.
 */
export async function ask(call: Call): Promise<Reply> {
  const reply = await send(call);
  if (reply.status >= 400) throw new RefusedError(reply);
  return reply;
}

function readFault(value: unknown): Fault {
  const path = member(value, "path");
  return { path: Array.isArray(path) ? path.map(String) : [], message: String(member(value, "message") ?? "") };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
