import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { expect, it } from "vitest";
import { JournalStorage } from "../../storage/internal.ts";
import { loadContent } from "../../storage/recovery/load.ts";
import { newFolder } from "../support/folder.ts";
import { bundleServer, type StartedServer, startServer } from "../support/servers/start-server.ts";
import { MixedLoad } from "./mixed-load.ts";
import type { Held } from "./server.ts";

const SERVER = new URL("./server.ts", import.meta.url);
/** Seconds of the long form, which alone asks how quick the answers are and how much memory is held. */
const LONG = process.env.GALLEY_SOAK_SECONDS;
const SECONDS = Number(LONG ?? 2);
const PARTS = 10;
/** Milliseconds between one snapshot and the next fork. */
const PAUSE = Math.min(1000, (SECONDS * 1000) / PARTS / 4);
const CLIENTS = 8;
/** A segment and a checkpoint that are just being written, when descriptors are counted. */
const FILES = 2;
const BOOKS = LONG === undefined ? 60 : 2_000;
/** Small beside what the books take, so that checkpoints come and go. */
const CHECKPOINT_BYTES = LONG === undefined ? 20_000 : 500_000;

/** The findings in a tenth of the time. */
interface Part extends Held {
  readonly requests: number;
  readonly p50: number;
  readonly p99: number;
  readonly diskBytes: number;
}

it(`serves a mixed load, forks and snapshots for ${SECONDS} seconds from no more memory and disk than at its beginning`, {
  timeout: 7_200_000,
}, async () => {
  const folder = join(await newFolder(), "data");
  const execArgv = ["--expose-gc"];
  const server = await startServer(await bundleServer(SERVER), [folder, String(CHECKPOINT_BYTES)], { execArgv });
  const load = new MixedLoad(server.url);
  await load.fill(BOOKS);
  // Caches are full and code is compiled after a while.
  await part(server, load, folder);
  const parts: Part[] = [];
  for (let count = 0; count < PARTS; count += 1) parts.push(await part(server, load, folder));
  await server.kill();

  const content = await contentBytes(folder, BOOKS);
  if (LONG !== undefined) {
    console.table(parts);
    console.log({ bytesOfContent: content });
  }
  expect(load.failures).toEqual([]);
  const [first, last] = [parts[0], parts.at(-1)];
  if (first === undefined || last === undefined) throw new Error("there are several parts");
  for (const { diskBytes, descriptors } of parts) {
    expect(diskBytes).toBeLessThan(3 * content);
    expect(descriptors).toBeLessThanOrEqual(first.descriptors + CLIENTS + FILES);
  }
  if (LONG === undefined) return;
  const [early, late] = [parts.slice(0, PARTS / 2), parts.slice(PARTS / 2)];
  for (const bytes of ["liveBytes", "residentBytes"] as const)
    expect(most(late, bytes)).toBeLessThan(1.1 * most(early, bytes));
  expect(last.p99).toBeLessThan(1.5 * first.p99);
});

function most(parts: readonly Part[], what: "liveBytes" | "residentBytes"): number {
  return Math.max(...parts.map((part) => part[what]));
}

/** A tenth of the time, with forks and snapshots all along. */
async function part(server: StartedServer, load: MixedLoad, folder: string): Promise<Part> {
  let isOver = false;
  load.takeTimes();
  const running = load.run(CLIENTS, SECONDS / PARTS).finally(() => {
    isOver = true;
  });
  do {
    expect(await server.ask("fork")).toBe(0);
    expect(await server.ask("snapshot")).toBeGreaterThan(0);
    await setTimeout(PAUSE);
  } while (!isOver);
  await running;
  const times = load.takeTimes();
  const at = (share: number) => times[Math.floor(times.length * share)] ?? Number.NaN;
  // Our own program sends nothing else.
  const held = (await server.ask("held")) as Held;
  return { requests: times.length, p50: at(0.5), p99: at(0.99), diskBytes: await bytesIn(folder), ...held };
}

async function bytesIn(folder: string): Promise<number> {
  const sizes = await Promise.all((await readdir(folder)).map(async (name) => (await stat(join(folder, name))).size));
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** Bytes of all content as JSON; there must be so many books. */
async function contentBytes(folder: string, books: number): Promise<number> {
  const storage = new JournalStorage(folder, { report: () => {} });
  await storage.open();
  const content = await loadContent(storage);
  await storage.close();
  expect(content.types.get("api::book.book")?.size).toBe(books);
  return JSON.stringify([...content.changes()]).length;
}
