import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Transaction } from "../../engine/internal.ts";
import { PostgresStorage } from "../../storage/adapters/postgres/index.ts";
import { Store } from "../../storage/internal.ts";
import { addBook, countingEnv, emptyLibrary } from "../../test/support/content/library.ts";
import { startPostgres } from "../../test/support/peers/postgres.ts";
import { ClusterNodes, TOKEN } from "../../test/support/servers/cluster-nodes.ts";
import { quantile } from "../run/statistics.ts";
import { withFolder } from "../run/with-folder.ts";

/**
 * 1. Contention: commits per second of one store, and of three that write at the same moments.
 * 2. Reads of one's own writes: three galleys as processes, each write followed by a read at a node drawn at random, with and
 *    without the position that the write named.
 * 3. Lag: the time from the answer to a write until another node shows it, at a rate of writes.
 * 4. Start: a store that opens reads all commits of a log, and one that opens reads a snapshot of all documents.
 */
export const POSTGRES_PARTS = ["contention", "reads", "lag", "start"] as const;

export interface PostgresOptions {
  readonly parts: readonly (typeof POSTGRES_PARTS)[number][];
  /** Seconds of contention and of lag. */
  readonly duration: number;
  /** Writers of each store. */
  readonly writers: number;
  /** Writes that are read at a node drawn at random. */
  readonly reads: number;
  /** Writes a second while lag is measured. */
  readonly rate: number;
  /** Commits, and documents of a snapshot, that a store reads at its start. */
  readonly commits: number;
  readonly documents: number;
}

type Postgres = Awaited<ReturnType<typeof startPostgres>>;

const NODES = 3;
const CLIENTS = 16;
const MANY_WRITERS = 512;
const DOCUMENTS_AT_ONCE = 1_000;

/** Prints the costs of sharing a log, over one real PostgreSQL. */
export async function measurePostgres(options: PostgresOptions): Promise<void> {
  const asked = new Set(options.parts);
  const server = await startPostgres({ isDurable: true });
  try {
    if (asked.has("contention")) await contention(server, options);
    if (asked.has("reads") || asked.has("lag")) await overHttp(server, options);
    if (asked.has("start")) await start(server, options);
  } finally {
    await server.close();
  }
}

interface Rates {
  /** Commits of each store. */
  readonly counts: readonly number[];
  readonly refused: number;
  /** Latency of a write, in milliseconds. */
  readonly p99: number;
}

async function contention(server: Postgres, { writers, duration }: PostgresOptions): Promise<void> {
  const alone = await write(server.newPlace(), 1, writers, duration);
  const together = await write(server.newPlace(), NODES, writers, duration);
  const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0) / duration;
  const share = Math.min(...together.counts) / Math.max(...together.counts);
  console.log(
    `one store, ${writers} writers: ${sum(alone.counts).toFixed(0)} commits/s, p99 ${alone.p99.toFixed(1)} ms`,
  );
  console.log(
    `${NODES} stores, ${writers} writers each: ${sum(together.counts).toFixed(0)} commits/s ` +
      `(${((100 * sum(together.counts)) / sum(alone.counts)).toFixed(0)} % of one), slowest/fastest ${share.toFixed(2)}, ` +
      `p99 ${together.p99.toFixed(1)} ms (${(together.p99 / alone.p99).toFixed(1)} x), ${together.refused} refused`,
  );
}

async function write(place: string, nodes: number, writersOfEach: number, seconds: number): Promise<Rates> {
  const stores: Store[] = [];
  for (let node = 0; node < nodes; node += 1) stores.push(await openStore(place));
  const counts = stores.map(() => 0);
  const times: number[] = [];
  let refused = 0;
  const until = performance.now() + seconds * 1000;
  const writers = stores.flatMap((store, node) =>
    Array.from({ length: writersOfEach }, async (_, writer) => {
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
async function start(server: Postgres, { commits, documents }: PostgresOptions): Promise<void> {
  const log = server.newPlace();
  await filled(log, async (store) => {
    const writers = Array.from({ length: MANY_WRITERS }, async (_, writer) => {
      for (let at = writer; at < commits; at += MANY_WRITERS) await store.write(adding(at), () => null);
    });
    await Promise.all(writers);
  });
  const took = await timed(log);
  console.log(
    `a store that opens reads ${commits} commits in ${took.toFixed(1)} s: ${(commits / took).toFixed(0)} commits/s applied`,
  );
  const stored = server.newPlace();
  await filled(stored, async (store) => {
    for (let from = 0; from < documents; from += DOCUMENTS_AT_ONCE) {
      await store.write(
        (transaction) => {
          for (let at = from; at < Math.min(from + DOCUMENTS_AT_ONCE, documents); at += 1) adding(at)(transaction);
        },
        () => null,
      );
    }
    // One may have been under way, of the state before.
    await store.idle();
    await store.snapshot();
  });
  console.log(`a store that opens reads a snapshot of ${documents} documents in ${(await timed(stored)).toFixed(1)} s`);
}

async function filled(place: string, fill: (store: Store) => Promise<void>): Promise<void> {
  const store = await openStore(place);
  await fill(store);
  await store.close();
}

/** Seconds until a store is open, whose first query would find its indexes. */
async function timed(place: string): Promise<number> {
  const began = performance.now();
  const store = await openStore(place);
  const took = (performance.now() - began) / 1000;
  await store.close();
  return took;
}

function adding(at: number): (transaction: Transaction) => void {
  return (transaction) => void addBook(transaction, `a book ${at}`);
}

function overHttp(server: Postgres, options: PostgresOptions): Promise<void> {
  return withFolder(async (folder) => {
    const config = { roles: { public: { "*": ["find", "findOne"] } } };
    const nodes = await ClusterNodes.start({ folder, places: Array(NODES).fill(server.newPlace()), config });
    try {
      if (options.parts.includes("reads")) await readYourWrites(nodes, options.reads, true);
      if (options.parts.includes("reads")) await readYourWrites(nodes, Math.min(options.reads, 2_000), false);
      if (options.parts.includes("lag")) await lag(nodes, options);
    } finally {
      await nodes.close();
    }
  });
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
  console.log(`${count} writes, each read at a node drawn at random, ${how}: ${missed} missed (${took.toFixed(0)} s)`);
}

async function lag(nodes: ClusterNodes, { rate: wanted, duration }: PostgresOptions): Promise<void> {
  const times: number[] = [];
  const began = performance.now();
  const total = wanted * duration;
  const under: Promise<void>[] = [];
  for (let at = 0; at < total; at += 1) {
    const due = began + (1000 * at) / wanted;
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
  console.log(
    `lag at ${rate.toFixed(0)} writes/s at one node (${wanted} wanted), until another has answered a read that waits for it: ` +
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
