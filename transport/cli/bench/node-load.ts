import { type ClientRequest, Agent as HttpAgent, type IncomingMessage, request as sendHttp } from "node:http";
import { Agent as HttpsAgent, request as sendHttps } from "node:https";
import type { HttpRequest } from "./http-request.ts";
import type { Load, LoadGenerator, LoadOptions } from "./load.ts";

/** The clients of this process, by node:http and node:https: there wherever Node is, but slower than a fast server. */
export const NODE_LOAD: LoadGenerator = { name: "node:http", run };

/** Milliseconds without a byte after which a request counts as failed. */
const PATIENCE = 30_000;

async function run({ origin, requests, clients, seconds, token }: LoadOptions): Promise<Load> {
  const send = sender(new URL(origin), token, clients);
  const times: number[] = [];
  let next = 0;
  let bytes = 0;
  let failures = 0;
  const started = performance.now();
  const end = started + seconds * 1000;

  const client = async (): Promise<void> => {
    for (let now = performance.now(); now < end; now = performance.now()) {
      const request = requests[next++ % requests.length];
      if (request === undefined) return;
      const answer = await send.request(request).catch(() => null);
      if (answer === null || answer.status >= 400) failures += 1;
      bytes += answer?.bytes ?? 0;
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
  return { rate, p50: at(times, 0.5), p99: at(times, 0.99), bytes: bytes / Math.max(1, answers), answers, failures };
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
  /** Rejects when there is no whole answer. */
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
      const headers = { ...authorization, ...content };
      return answered(send(new URL(path, origin), { agent, method, headers, timeout: PATIENCE }), body);
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
