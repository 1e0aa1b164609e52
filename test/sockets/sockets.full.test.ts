import { expect, it } from "vitest";
import { UNSENT_BYTES } from "../../transport/adapters/shared/limits.ts";
import { chooseListener, nodeListener } from "../../transport/index.ts";
import { bundleServer, type StartedServer, startServer } from "../support/servers/start-server.ts";
import { type Answer, exchange } from "../support/vectors/play/exchange.ts";
import { BOMBS, type Bomb } from "./bombs.ts";
import type { Load } from "./ordinary-client.ts";
import type { Used } from "./server.ts";
import type { SlowSocketsTold } from "./slow-client.ts";
import { SlowReaders } from "./slow-readers.ts";

/** Seconds of the long form, `npm run check -- sockets`, which alone asks for times. */
const LONG = process.env.GALLEY_SOCKETS_SECONDS;
const SECONDS = Number(LONG ?? 0.3);
const SLOW = LONG === undefined ? 40 : 1000;
/** Pairs of measurements, without and with slow sockets. */
const TURNS = LONG === undefined ? 1 : 2;
const READERS = LONG === undefined ? 10 : 100;
const POSTS = LONG === undefined ? 2000 : 100_000;
const LARGE = `/api/posts?pagination[pageSize]=${LONG === undefined ? 2000 : 20_000}`;

const fastest = await chooseListener("auto", "127.0.0.1", () => {});
const names = fastest === nodeListener ? ["node"] : ["node", "uws"];

it.each(names)("%s serves others despite slow senders, slow readers and bombs", { timeout: 900_000 }, async (name) => {
  const server = await started("./server.ts", [name, POSTS]);
  const clients = await started("./ordinary-client.ts", [server.url]);
  const load: Ask = (seconds) => clients.ask(String(seconds)) as Promise<Load>;
  await good(load(SECONDS / 3));
  const slow = await besideSlowSockets(server, load);
  const readers = await besideSlowReaders(server, load);
  const bombs: object[] = [];
  for (const bomb of BOMBS) bombs.push(await throwBomb(server, bomb));
  await good(load(SECONDS / 3));
  if (LONG === undefined) return;
  console.log(name);
  console.table(slow);
  console.table([readers]);
  console.table(bombs);
});

/** A program of this folder in a process of its own, until the end of the test. */
async function started(program: string, args: readonly unknown[]): Promise<StartedServer> {
  return startServer(await bundleServer(new URL(program, import.meta.url)), args.map(String));
}

/** Has ordinary clients ask for so many seconds. */
type Ask = (seconds: number) => Promise<Load>;

/** All requests of ordinary clients must be answered. */
async function good(asking: Promise<Load>): Promise<Load> {
  const load = await asking;
  expect({ bad: load.bad, some: load.answers > 0 }).toEqual({ bad: 0, some: true });
  return load;
}

/** In turns, so that other work of the machine falls on both; the best turn is the least disturbed one. */
async function besideSlowSockets(server: StartedServer, load: Ask): Promise<readonly object[]> {
  const turns: { p99: number; processor: number; longest: number }[] = [];
  const shown: object[] = [];
  for (let turn = 0; turn < TURNS; turn++) {
    const alone = await measured(server, load, SECONDS / 3);
    const slow = await started("./slow-client.ts", [portOf(server), SLOW]);
    // Longer than a slow socket may live.
    const beside = await measured(server, load, (SECONDS * 2) / 3);
    const { closed, longest } = (await slow.ask("told")) as SlowSocketsTold;
    await slow.kill();
    const ratios = { p99: beside.p99 / alone.p99, processor: beside.processor / alone.processor };
    turns.push({ ...ratios, longest });
    shown.push({ sockets: SLOW, closed, longest, alone: alone.p99, beside: beside.p99, ...ratios });
  }
  if (LONG !== undefined) {
    expect(Math.max(...turns.map(({ longest }) => longest))).toBeLessThan(15_000);
    expect(Math.min(...turns.map(({ p99 }) => p99))).toBeLessThan(2);
    expect(Math.min(...turns.map(({ processor }) => processor))).toBeLessThan(2);
  }
  return shown;
}

/** The load with milliseconds of the processor that an answer took. */
async function measured(
  server: StartedServer,
  load: Ask,
  seconds: number,
): Promise<{ p99: number; processor: number }> {
  const before = await used(server);
  const { answers, p99 } = await good(load(seconds));
  return { p99, processor: ((await used(server)).processor - before.processor) / answers };
}

/** An unread answer may be held twice, once as a text and once as bytes, and no more. */
async function besideSlowReaders(server: StartedServer, load: Ask): Promise<object> {
  const bytes = (await ask(server.url, LARGE)).text.length;
  const before = (await used(server)).memory;
  const readers = new SlowReaders(portOf(server), LARGE, READERS);
  const { p99 } = await good(load(SECONDS / 2));
  const growth = (await used(server)).memory - before;
  const open = readers.end();
  expect(growth).toBeLessThan(100_000_000 + 2 * Math.min(READERS * bytes, UNSENT_BYTES + bytes));
  return { readers: READERS, open, bytesEach: bytes, growthMB: growth / 1e6, p99 };
}

async function throwBomb(server: StartedServer, { name, path, body, status }: Bomb): Promise<object> {
  const before = await used(server);
  const begun = performance.now();
  const answer = await ask(server.url, path, body);
  const milliseconds = performance.now() - begun;
  const after = await used(server);
  expect({ name, status: answer.status }).toEqual({ name, status });
  expect(answer.text.length).toBeLessThan(4096);
  const processor = after.processor - before.processor;
  return { name, status, milliseconds, processor, growthMB: (after.memory - before.memory) / 1e6 };
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

async function used(server: StartedServer): Promise<Used> {
  // Our own program sends nothing else.
  return (await server.ask("used")) as Used;
}

function portOf({ url }: StartedServer): number {
  return Number(new URL(url).port);
}
