// Costs of sharing a log, over one real PostgreSQL.
// 1. Contention: commits per second of one store, and of three that write at the same moments.
// 2. Read-your-writes: three galleys as processes, each write followed by a read at a node drawn at random, with and without
//    the position that the write named.
// 3. Lag: the time from the answer to a write until another node shows it, at a rate of writes.
// 4. Start: a store that opens reads all commits of a log, and one that opens reads a snapshot of all documents.
import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Transaction } from "../engine/internal.ts";
import { PostgresStorage } from "../storage/adapters/postgres/index.ts";
import { Store } from "../storage/internal.ts";
import { addBook, countingEnv, emptyLibrary } from "../test/support/content/library.ts";
import { startPostgres } from "../test/support/peers/postgres.ts";
import { ClusterNodes, TOKEN } from "../test/support/servers/cluster-nodes.ts";
import { choicesIn, commandLine, secondsIn, wholeNumber } from "./run/command-line.ts";

const PARTS = ["contention", "reads", "lag", "start"] as const;

const HELP = `npm run bench -- cluster [options]

Measures what sharing a log on PostgreSQL costs: contention, reads of one's writes, lag, and the start.

  --part NAME        ${PARTS.slice(0, -1).join(", ")} or ${PARTS.at(-1)}; again for more of them (all)
  --duration SECONDS How long contention and lag are measured (10)
  --writers NUMBER   Writers of each store (16)
  --reads NUMBER     Writes that are read at a node drawn at random (100000)
  --rate NUMBER      Writes a second while lag is measured (1000)
  --commits NUMBER   Commits that a store reads at its start (100000)
  --documents NUMBER Documents of the snapshot that a store reads at its start (1000000)
  --help             Show this help`;

const given = commandLine(HELP, {
  part: { type: "string", multiple: true, default: [...PARTS] },
  duration: { type: "string", default: "10" },
  writers: { type: "string", default: "16" },
  reads: { type: "string", default: "100000" },
  rate: { type: "string", default: "1000" },
  commits: { type: "string", default: "100000" },
  documents: { type: "string", default: "1000000" },
});
const SECONDS = secondsIn("duration", given.duration);
const WRITERS = wholeNumber("writers", given.writers);
const READS = wholeNumber("reads", given.reads);
const RATE = wholeNumber("rate", given.rate);
const COMMITS = wholeNumber("commits", given.commits);
const DOCUMENTS = wholeNumber("documents", given.documents);
const parts = choicesIn("part", given.part, PARTS);
const runs = (part: (typeof PARTS)[number]) => parts.includes(part);
const NODES = 3;
const CLIENTS = 16;
const MANY_WRITERS = 512;
const DOCUMENTS_AT_ONCE = 1_000;

const server = await startPostgres({ isDurable: true });
try {
  if (runs("contention")) await contention();
  if (runs("reads") || runs("lag")) await overHttp();
  if (runs("start")) await start();
} finally {
  await server.close();
}
process.exit(0);

interface Rates {
  /** Commits of each store. */
  readonly counts: readonly number[];
  readonly refused: number;
  /** Latency of a write, in milliseconds. */
  readonly p99: number;
}

async function contention(): Promise<void> {
  const alone = await write(1);
  const together = await write(NODES);
  const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0) / SECONDS;
  const share = Math.min(...together.counts) / Math.max(...together.counts);
  print(`one store, ${WRITERS} writers: ${sum(alone.counts).toFixed(0)} commits/s, p99 ${alone.p99.toFixed(1)} ms`);
  print(
    `${NODES} stores, ${WRITERS} writers each: ${sum(together.counts).toFixed(0)} commits/s ` +
      `(${((100 * sum(together.counts)) / sum(alone.counts)).toFixed(0)} % of one), slowest/fastest ${share.toFixed(2)}, ` +
      `p99 ${together.p99.toFixed(1)} ms (${(together.p99 / alone.p99).toFixed(1)} x), ${together.refused} refused`,
  );
}

async function write(nodes: number): Promise<Rates> {
  const place = server.newPlace();
  const stores: Store[] = [];
  for (let node = 0; node < nodes; node += 1) stores.push(await openStore(place));
  const counts = stores.map(() => 0);
  const times: number[] = [];
  let refused = 0;
  const until = performance.now() + SECONDS * 1000;
  const writers = stores.flatMap((store, node) =>
    Array.from({ length: WRITERS }, async (_, writer) => {
      for (let at = 0; performance.now() < until; at += 1) {
        const started = performance.now();
        try {
          await store.write(
            (transaction) => addBook(transaction, `${node}.${writer}.${at}`),
            () => null,
          );
          counts[node] = (counts[node] ?? 0) + 1;
        } catch {
          refused += 1;
        }
        times.push(performance.now() - started);
      }
    }),
  );
  await Promise.all(writers);
  for (const store of stores) await store.close();
  return { counts, refused, p99: quantile(times, 0.99) };
}

function openStore(place: string): Promise<Store> {
  const env = { ...countingEnv(), newDocumentId: () => randomBytes(12).toString("hex") };
  return Store.open({ engine: emptyLibrary(), storage: new PostgresStorage(place), env });
}

/** The writer is closed before the time is taken. So many commits that no snapshot of them is due. */
async function start(): Promise<void> {
  const log = server.newPlace();
  await filled(log, async (store) => {
    const writers = Array.from({ length: MANY_WRITERS }, async (_, writer) => {
      for (let at = writer; at < COMMITS; at += MANY_WRITERS) await store.write(adding(at), () => null);
    });
    await Promise.all(writers);
  });
  const commits = await timed(log);
  print(
    `a store that opens reads ${COMMITS} commits in ${seconds(commits)}: ${perSecond(COMMITS, commits)} commits/s applied`,
  );
  const stored = server.newPlace();
  await filled(stored, async (store) => {
    for (let from = 0; from < DOCUMENTS; from += DOCUMENTS_AT_ONCE) {
      await store.write(
        (transaction) => {
          for (let at = from; at < Math.min(from + DOCUMENTS_AT_ONCE, DOCUMENTS); at += 1) adding(at)(transaction);
        },
        () => null,
      );
    }
    // One may have been under way, of the state before.
    await store.idle();
    await store.snapshot();
  });
  print(`a store that opens reads a snapshot of ${DOCUMENTS} documents in ${seconds(await timed(stored))}`);
}

async function filled(place: string, fill: (store: Store) => Promise<void>): Promise<void> {
  const store = await openStore(place);
  await fill(store);
  await store.close();
}

/** Milliseconds until a store is open, whose first query would find its indexes. */
async function timed(place: string): Promise<number> {
  const began = performance.now();
  const store = await openStore(place);
  const took = performance.now() - began;
  await store.close();
  return took;
}

function adding(at: number): (transaction: Transaction) => void {
  return (transaction) => void addBook(transaction, `a book ${at}`);
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(1)} s`;
}

function perSecond(count: number, milliseconds: number): string {
  return ((1000 * count) / milliseconds).toFixed(0);
}

async function overHttp(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "galley-cluster-"));
  const place = server.newPlace();
  const config = { roles: { public: { "*": ["find", "findOne"] } } };
  const nodes = await ClusterNodes.start({ folder, places: Array(NODES).fill(place), config });
  try {
    if (runs("reads")) await readYourWrites(nodes, READS, true);
    if (runs("reads")) await readYourWrites(nodes, Math.min(READS, 2_000), false);
    if (runs("lag")) await lag(nodes);
  } finally {
    await nodes.close();
    await rm(folder, { recursive: true, force: true });
  }
}

async function readYourWrites(nodes: ClusterNodes, count: number, withPosition: boolean): Promise<void> {
  let left = count;
  let missed = 0;
  const began = performance.now();
  const client = async () => {
    while (left > 0) {
      left -= 1;
      const written = await create(nodes.url(drawn()));
      const found = await show(nodes.url(drawn()), written, withPosition);
      if (!found) missed += 1;
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
  const took = (performance.now() - began) / 1000;
  const how = withPosition ? "with the position of the write" : "without";
  print(`${count} writes, each read at a node drawn at random, ${how}: ${missed} missed (${took.toFixed(0)} s)`);
}

async function lag(nodes: ClusterNodes): Promise<void> {
  const times: number[] = [];
  const began = performance.now();
  const total = RATE * SECONDS;
  const under: Promise<void>[] = [];
  for (let at = 0; at < total; at += 1) {
    const due = began + (1000 * at) / RATE;
    while (performance.now() < due) await sleep(1);
    under.push(
      (async () => {
        const written = await create(nodes.url(0));
        // A sample that is small enough not to add load.
        if (at % 20 !== 0) return;
        const answered = performance.now();
        await show(nodes.url(1 + (at % 2)), written, true);
        times.push(performance.now() - answered);
      })(),
    );
  }
  await Promise.all(under);
  const rate = total / ((performance.now() - began) / 1000);
  print(
    `lag at ${rate.toFixed(0)} writes/s at one node (${RATE} wanted), until another has answered a read that waits for it: ` +
      `p50 ${quantile(times, 0.5).toFixed(1)} ms, p99 ${quantile(times, 0.99).toFixed(1)} ms`,
  );
}

interface CreatedNote {
  readonly documentId: string;
  readonly position: string;
}

async function create(url: string): Promise<CreatedNote> {
  for (;;) {
    const reply = await fetch(`${url}/api/notes`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${TOKEN}` },
      body: '{"data":{"title":"a note"}}',
    });
    const { data } = (await reply.json()) as { data: { documentId: string } };
    if (reply.status === 201) return { ...data, position: reply.headers.get("x-galley-position") ?? "" };
  }
}

/** Whether a node shows the note; asks again if the node has not caught up in time. */
async function show(url: string, { documentId, position }: CreatedNote, withPosition: boolean): Promise<boolean> {
  for (;;) {
    const headers = withPosition ? { "x-galley-position": position } : {};
    const reply = await fetch(`${url}/api/notes/${documentId}`, { headers });
    await reply.arrayBuffer();
    if (reply.status !== 503) return reply.status === 200;
  }
}

function drawn(): number {
  return Math.floor(Math.random() * NODES);
}

function quantile(values: number[], part: number): number {
  values.sort((a, b) => a - b);
  return values[Math.min(values.length - 1, Math.floor(values.length * part))] ?? Number.NaN;
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
