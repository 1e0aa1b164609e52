import { type ClientRequest, Agent as HttpAgent, type IncomingMessage, request as sendHttp } from "node:http";
import { Agent as HttpsAgent, request as sendHttps } from "node:https";
import { reasonOf } from "../../../storage/internal.ts";
import type { HttpRequest } from "./http-request.ts";
import type { Clients, Load } from "./load.ts";

/** The result of a load, and of the first request that failed: a status, or why there was no answer. Null: none failed. */
export interface SeenLoad extends Load {
  readonly firstFailure: string | null;
}

/** Milliseconds without a byte after which a request counts as failed. */
const ANSWER_TIMEOUT = 30_000;

/**
 * Sends the requests of `next` by clients in this process, over node:http and node:https: available wherever Node is, but
 * slower than a fast server.
 */
export async function nodeLoad(
  { origin, clients, seconds, token }: Clients,
  next: () => HttpRequest,
): Promise<SeenLoad> {
  const send = sender(new URL(origin), token, clients);
  const times: number[] = [];
  let bytes = 0;
  let failures = 0;
  let firstFailure: string | null = null;
  const started = performance.now();
  const end = started + seconds * 1000;

  const client = async (): Promise<void> => {
    for (let now = performance.now(); now < end; now = performance.now()) {
      const answer = await send.request(next()).catch(reasonOf);
      const failure = typeof answer === "string" ? answer : answer.status >= 400 ? `status ${answer.status}` : null;
      if (failure !== null) failures += 1;
      firstFailure ??= failure;
      bytes += typeof answer === "string" ? 0 : answer.bytes;
      times.push(performance.now() - now);
    }
  };
  try {
    await Promise.all(Array.from({ length: clients }, client));
  } finally {
    send.close();
  }
  const answers = times.length;
  const rate = answers / ((performance.now() - started) / 1000);
  times.sort((a, b) => a - b);
  const [p50, p99] = [at(times, 0.5), at(times, 0.99)];
  return { rate, p50, p99, bytes: bytes / Math.max(1, answers), answers, failures, firstFailure };
}

function at(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

interface Answered {
  readonly status: number;
  /** Of the body. */
  readonly bytes: number;
}

interface Sender {
  /** Rejects if there is no complete answer. */
  request(request: HttpRequest): Promise<Answered>;
  close(): void;
}

function sender(origin: URL, token: string | null, clients: number): Sender {
  const options = { keepAlive: true, maxSockets: clients };
  const agent = origin.protocol === "https:" ? new HttpsAgent(options) : new HttpAgent(options);
  const send = origin.protocol === "https:" ? sendHttps : sendHttp;
  const authorization = token === null ? {} : { authorization: `Bearer ${token}` };
  return {
    request: ({ method, path, body }) => {
      const content =
        body === "" ? {} : { "content-type": "application/json", "content-length": Buffer.byteLength(body) };
      // Apollo answers a query by GET only to who could not be a page of another site.
      const headers = { ...authorization, ...content, "apollo-require-preflight": "true" };
      return answered(send(new URL(path, origin), { agent, method, headers, timeout: ANSWER_TIMEOUT }), body);
    },
    close: () => agent.destroy(),
  };
}

function answered(sent: ClientRequest, body: string): Promise<Answered> {
  return new Promise((resolve, reject) => {
    sent.once("error", reject);
    sent.once("timeout", () => sent.destroy(new Error("no answer in time")));
    sent.once("response", (response: IncomingMessage) => {
      let bytes = 0;
      response.on("data", (chunk: Buffer) => {
        bytes += chunk.byteLength;
      });
      response.once("error", reject);
      response.once("end", () => resolve({ status: response.statusCode ?? 0, bytes }));
    });
    sent.end(body);
  });
}
