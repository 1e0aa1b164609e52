import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import { chooseListener, nodeListener } from "../../transport/index.ts";
import { bundleServer, type StartedServer, startServer } from "../support/start-server.ts";
import { type Answer, exchange } from "../support/vectors/exchange.ts";
import { BOMBS, type Bomb } from "./bombs.ts";
import { SlowReaders } from "./slow-readers.ts";
import { SlowSockets } from "./slow-sockets.ts";

const SERVER = new URL("./server.ts", import.meta.url);
/** Seconds of the long form, `npm run test:sockets`, which alone asks for times. */
const LONG = process.env.GALLEY_SOCKETS_SECONDS;
const SECONDS = Number(LONG ?? 0.3);
const SLOW = LONG === undefined ? 40 : 1000;
const READERS = LONG === undefined ? 10 : 100;
const POSTS = LONG === undefined ? 2000 : 100_000;
const LARGE = "/api/posts?pagination[pageSize]=5000";
const CLIENTS = 4;
const PAUSE = 10;

const fastest = await chooseListener("auto", "127.0.0.1", () => {});
const names = fastest === nodeListener ? ["node"] : ["node", "uws"];

it.each(names)("%s serves others beside slow senders, slow readers and bombs", { timeout: 600_000 }, async (name) => {
  const server = await startServer(await bundleServer(SERVER), [name, String(POSTS)]);
  await besideNothing(server, SECONDS / 3);
  const slow = await besideSlowSockets(server);
  const readers = await besideSlowReaders(server);
  const bombs: object[] = [];
  for (const bomb of BOMBS) bombs.push(await throwBomb(server, bomb));
  await besideNothing(server, SECONDS / 3);
  if (LONG === undefined) return;
  console.log(name);
  console.table([slow]);
  console.table([readers]);
  console.table(bombs);
});

interface Load {
  readonly p50: number;
  readonly p99: number;
}

/** Ordinary clients; all their requests must be answered. */
async function besideNothing({ url }: StartedServer, seconds: number): Promise<Load> {
  const times: number[] = [];
  const end = performance.now() + seconds * 1000;
  const client = async (): Promise<void> => {
    do {
      const begun = performance.now();
      expect((await ask(url, "/api/posts?pagination[pageSize]=10&populate=author")).status).toBe(200);
      times.push(performance.now() - begun);
      await sleep(PAUSE);
    } while (performance.now() < end);
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
  times.sort((one, other) => one - other);
  const at = (share: number): number => times[Math.floor(times.length * share)] ?? Number.NaN;
  return { p50: at(0.5), p99: at(0.99) };
}

async function besideSlowSockets(server: StartedServer): Promise<object> {
  const before = await besideNothing(server, SECONDS / 3);
  const slow = new SlowSockets(portOf(server), SLOW);
  const beside = await besideNothing(server, SECONDS);
  const { closed, longest } = slow;
  slow.end();
  const after = await besideNothing(server, SECONDS / 3);
  if (LONG !== undefined) expect(longest).toBeLessThan(15_000);
  const p99Without = Math.max(before.p99, after.p99);
  return { sockets: SLOW, closed, longest, p99Without, p99With: beside.p99, ratio: beside.p99 / p99Without };
}

/** What waits to be read may be held twice, once as a text and once as bytes, and no more than that. */
async function besideSlowReaders(server: StartedServer): Promise<object> {
  const bytes = (await ask(server.url, LARGE)).text.length;
  const before = await memoryOf(server);
  const readers = new SlowReaders(portOf(server), LARGE, READERS);
  const beside = await besideNothing(server, SECONDS / 2);
  const growth = (await memoryOf(server)) - before;
  const open = readers.end();
  expect(growth).toBeLessThan(100_000_000 + 2 * READERS * bytes);
  return { readers: READERS, open, bytesEach: bytes, growthMB: growth / 1e6, p99: beside.p99 };
}

async function throwBomb(server: StartedServer, { name, path, body, status }: Bomb): Promise<object> {
  const before = await memoryOf(server);
  const begun = performance.now();
  const answer = await ask(server.url, path, body);
  const milliseconds = performance.now() - begun;
  expect({ name, status: answer.status }).toEqual({ name, status });
  expect(answer.text.length).toBeLessThan(4096);
  return { name, status, milliseconds, growthMB: ((await memoryOf(server)) - before) / 1e6 };
}

function ask(url: string, path: string, body?: string): Promise<Answer> {
  const headers = { "content-type": "application/json" };
  return exchange(url, {
    method: body === undefined ? "GET" : "POST",
    path,
    headers,
    body: body === undefined ? null : Buffer.from(body),
  });
}

async function memoryOf(server: StartedServer): Promise<number> {
  // Our own program sends nothing else.
  return (await server.ask("memory")) as number;
}

function portOf({ url }: StartedServer): number {
  return Number(new URL(url).port);
}
