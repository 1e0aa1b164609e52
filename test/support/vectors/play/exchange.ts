import { Agent, type IncomingMessage, request as send } from "node:http";
import type { Expected } from "../format.ts";

export interface Exchange {
  readonly method: string;
  /** The request target, sent byte for byte: no URL class may touch it. */
  readonly path: string;
  /** Several of one name as a list. */
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly body: Buffer | null;
  /** Milliseconds after which a server counts as stuck, on however busy a machine: 60,000 when absent. */
  readonly patience?: number;
}

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  /** The parsed text; undefined where it is not JSON. */
  readonly body: unknown;
}

type Hear = (url: string, sent: Exchange, answer: Answer) => void;

const listeners = new Set<Hear>();

/** Reports every exchange until the returned function is called. */
export function hearExchanges(hear: Hear): () => void {
  listeners.add(hear);
  return () => void listeners.delete(hear);
}

const agent = new Agent({ keepAlive: true });

/** Sends one request to the server at `url` and gives its whole answer. */
export function exchange(url: string, sent: Exchange): Promise<Answer> {
  const { method, path, headers, body, patience = 60_000 } = sent;
  const { hostname, port } = new URL(url);
  const length = body === null ? {} : { "content-length": String(body.length) };
  return new Promise((resolve, reject) => {
    let answered = false;
    const options = { agent, hostname, port, method, path, headers: { ...headers, ...length }, timeout: patience };
    const outgoing = send(options, (incoming) => {
      answered = true;
      receive(incoming).then((answer) => {
        for (const hear of listeners) hear(url, sent, answer);
        resolve(answer);
      }, reject);
    });
    outgoing.on("timeout", () => outgoing.destroy(new Error(`${method} ${path}: no answer in ${patience} ms`)));
    // A server may answer and close before it has read a body that is too large.
    outgoing.on("error", (error: NodeJS.ErrnoException) => {
      if (answered) return;
      // A kept connection that the server had closed as idle, while nobody here ran to see it.
      if (outgoing.reusedSocket && (error.code === "ECONNRESET" || error.code === "EPIPE"))
        resolve(exchange(url, sent));
      else reject(new Error(`${method} ${path.slice(0, 200)}: ${error.message}`, { cause: error }));
    });
    outgoing.end(body ?? undefined);
  });
}

/** Those headers of an answer that the record of it names, null where one is absent. */
export function namedHeaders(recorded: Expected, { headers }: Answer): Pick<Expected, "headers"> {
  if (recorded.headers === undefined) return {};
  return {
    headers: Object.fromEntries(Object.keys(recorded.headers).map((name) => [name, headers[name] ?? null])),
  };
}

async function receive(incoming: IncomingMessage): Promise<Answer> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk);
  const text = Buffer.concat(chunks).toString("utf8");
  const headers = Object.fromEntries(
    Object.entries(incoming.headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(", ") : `${value}`,
    ]),
  );
  return { status: incoming.statusCode ?? 0, headers, text, body: parse(text) };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
