import { type ChildProcess, spawn } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from "node:http";
import { createServer as createSocketServer } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout as wait } from "node:timers/promises";
import { SERVER_HEADER } from "../support/openapi/prism-sender.ts";

export interface Proxies extends AsyncDisposable {
  /** Answers a POST of a document with the address of the proxy that was started with it, or with nothing. */
  readonly url: string;
  /** Starts a proxy that forwards exchanges that match a document, and reports others; returns its address. */
  start(document: string): Promise<string>;
}

const SECONDS = 1800;

/** Starts Prism in `folder`, which takes minutes to unroll a document, and passes on to the server that a request names. */
export async function keepProxies(folder: string): Promise<Proxies> {
  const relay = await serve(passOn);
  const processes: ChildProcess[] = [];
  let started = 0;
  const known = new Map<string, string>();
  const start = async (document: string): Promise<string> => {
    const port = await freePort();
    const name = `document-${started++}.json`;
    await writeFile(join(folder, name), document);
    const args = ["prism", "proxy", "--errors", "-p", String(port), name, relay.url];
    processes.push(spawn("npx", args, { cwd: folder, detached: true, stdio: "ignore" }));
    const url = `http://127.0.0.1:${port}`;
    await answers(url);
    known.set(document, url);
    return url;
  };
  const keeper = await serve(async (asked, answer) => answer.end(known.get(await text(asked))));
  return {
    url: keeper.url,
    start,
    [Symbol.asyncDispose]: async () => {
      // The whole group: npx starts the proxy in a process of its own.
      for (const { pid } of processes) if (pid !== undefined) process.kill(-pid);
      for (const { server } of [relay, keeper]) server.close().closeAllConnections();
    },
  };
}

/** Hands a request on to the server that it names, and the answer back. */
async function passOn(asked: IncomingMessage, answer: ServerResponse): Promise<void> {
  const { [SERVER_HEADER]: server, ...headers } = asked.headers;
  const { hostname, port, host } = new URL(String(server));
  const sent = request({ hostname, port, method: asked.method, path: asked.url, headers: { ...headers, host } });
  sent.on("response", (got) => {
    answer.writeHead(got.statusCode ?? 502, got.headers);
    got.pipe(answer);
  });
  sent.on("error", () => answer.destroy());
  asked.pipe(sent);
}

type Handle = (asked: IncomingMessage, answer: ServerResponse) => unknown;

async function serve(handle: Handle): Promise<{ readonly server: Server; readonly url: string }> {
  // A connection that ends as idle could be taken up again at that moment.
  const server = createServer({ keepAliveTimeout: SECONDS * 1000 }, handle);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("The server has no port");
  return { server, url: `http://127.0.0.1:${address.port}` };
}

async function answers(url: string): Promise<void> {
  for (let second = 0; second < SECONDS; second++) {
    const answer = await fetch(url).catch(() => null);
    if (answer !== null) return;
    await wait(1000);
  }
  throw new Error(`Nothing answers at ${url} after ${SECONDS} s`);
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createSocketServer();
    server.once("error", reject).listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => (typeof address === "object" && address !== null ? resolve(address.port) : reject()));
    });
  });
}
