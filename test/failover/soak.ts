// Three galleys over PostgreSQL for a long time. One sleeps until the others have trimmed entries that it has yet to
// read: npm run check -- soak:cluster [seconds=600 sleep=180 notes=2000 rate=100]. Fails where a write fails, the
// sleeper does not take the content in anew, the nodes differ at the end, tables take more than three times the
// content, or memory grows.
import { createHash, randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { startPostgres } from "../support/peers/postgres.ts";
import { withJson } from "../support/requests/json.ts";
import { ClusterNodes, TOKEN } from "../support/servers/cluster-nodes.ts";

const given = new Map(process.argv.slice(2).map((argument) => argument.split("=") as [string, string]));
const numberOf = (name: string, usual: number) => Number(given.get(name) ?? usual);
const SECONDS = numberOf("seconds", 600);
/** Of these; more than a minute, after which nobody waits for a node. */
const SLEEP = numberOf("sleep", 180);
const NOTES = numberOf("notes", 2_000);
/** Writes a second. */
const RATE = numberOf("rate", 100);
/** Characters of a text, which no disk can compress much. */
const LENGTH = 64_000;
const SLEEPER = 2;
const PARTS = 10;
const PAGE = 4096;
const MIB = 1 << 20;
const MOST_UNDER_WAY = 64;
const MAX_TIMES = 3;
const MAX_GROWTH = 1.25;
/** Seconds within which the sleeper must have caught up. */
const CATCH_UP_SECONDS = 60;

const server = await startPostgres({ isDurable: true });
const place = server.newPlace();
const folder = await mkdtemp(join(tmpdir(), "galley-soak-"));
const nodes = await ClusterNodes.start({ folder, places: [place, place, place] });
/** Statuses of writes that were not stored. */
const failed: number[] = [];
const parts: Part[] = [];

/** The findings in a tenth of the time. */
interface Part {
  readonly second: number;
  readonly writes: number;
  /** Of batches and snapshots: their contents, and their size on disk, in MiB. */
  readonly held: number;
  readonly onDisk: number;
  /** Resident in each node, in MiB. */
  readonly resident: readonly number[];
  readonly resyncs: number;
}

let isGood = false;
try {
  const content = (NOTES * LENGTH) / MIB;
  const ids = await filled();
  process.stdout.write(`${NOTES} notes, ${content.toFixed(0)} MiB of content, ${RATE} writes/s\n`);
  await soak(ids);
  for (const part of parts) process.stdout.write(`${JSON.stringify(part)}\n`);
  isGood = await judged(content);
} finally {
  await nodes.close();
  await server.close();
  await rm(folder, { recursive: true, force: true });
}
process.exit(isGood ? 0 : 1);

async function filled(): Promise<readonly string[]> {
  const ids: string[] = [];
  const writers = Array.from({ length: 8 }, async (_, writer) => {
    for (let at = writer; at < NOTES; at += 8) {
      const reply = await write("POST", `${nodes.url(at % SLEEPER)}/api/notes`);
      const text = await reply.text();
      if (reply.status !== 201) throw new Error(`A note could not be written: ${text}`);
      ids.push((JSON.parse(text) as { data: { documentId: string } }).data.documentId);
    }
  });
  await Promise.all(writers);
  return ids;
}

function write(method: string, url: string): Promise<Response> {
  return fetch(
    url,
    withJson(method, { data: { text: randomBytes(LENGTH / 2).toString("hex") } }, { authorization: `Bearer ${TOKEN}` }),
  );
}

async function soak(ids: readonly string[]): Promise<void> {
  const began = performance.now();
  const since = () => (performance.now() - began) / 1000;
  const sleeping = slept();
  for (let part = 1, count = 0; part <= PARTS; part += 1) {
    const under = new Set<Promise<void>>();
    const before = count;
    for (; since() < (SECONDS * part) / PARTS; count += 1) {
      // Writes that wait for an answer are not made up for.
      while (under.size >= MOST_UNDER_WAY) await Promise.race(under);
      const id = ids[Math.floor(Math.random() * ids.length)] ?? "";
      const writing = write("PUT", `${nodes.url(count % SLEEPER)}/api/notes/${id}`).then(
        async (reply) => {
          await reply.arrayBuffer();
          if (reply.status !== 200) failed.push(reply.status);
        },
        () => void failed.push(0),
      );
      const tracked: Promise<void> = writing.finally(() => under.delete(tracked));
      under.add(tracked);
      await sleep(1000 / RATE);
    }
    await Promise.all(under);
    parts.push(await taken(Math.round(since()), count - before));
  }
  await sleeping;
}

/** In the middle of the time, so that it sleeps while others write, and catches up while they still do. */
async function slept(): Promise<void> {
  await sleep((1000 * (SECONDS - SLEEP)) / 2);
  process.kill(nodes.pid(SLEEPER), "SIGSTOP");
  await sleep(1000 * SLEEP);
  process.kill(nodes.pid(SLEEPER), "SIGCONT");
}

async function taken(second: number, writes: number): Promise<Part> {
  const schema = new URL(place.replace("@/", "@x/")).searchParams.get("schema");
  const [row] = await server.sql<{ held: string; size: string }>(`select
    (select sum(length(body)) from ${schema}.batch) + (select sum(length(body)) from ${schema}.snapshot_part) as held,
    pg_total_relation_size('${schema}.batch') + pg_total_relation_size('${schema}.snapshot_part') as size`);
  const [held, onDisk] = [row?.held, row?.size].map((bytes) => Math.round(Number(bytes) / MIB));
  const resident = nodes.ports.map((_, node) => residentOf(nodes.pid(node)));
  return { second, writes, held: held ?? 0, onDisk: onDisk ?? 0, resident, resyncs: await resyncs() };
}

function residentOf(pid: number): number {
  const pages = Number(readFileSync(`/proc/${pid}/statm`, "utf8").split(" ")[1]);
  return Math.round((pages * PAGE) / MIB);
}

/** Those of the node that sleeps; 0 while it does. */
async function resyncs(): Promise<number> {
  const asked = fetch(`${nodes.url(SLEEPER)}/_metrics`, { signal: AbortSignal.timeout(1_000) });
  const text = await asked.then((reply) => reply.text()).catch(() => "");
  return Number(/^galley_resyncs_total (\d+)/m.exec(text)?.[1] ?? 0);
}

async function judged(content: number): Promise<boolean> {
  for (let tries = 0; tries < CATCH_UP_SECONDS && (await resyncs()) === 0; tries += 1) await sleep(1000);
  const taken = await resyncs();
  const states: string[] = [];
  for (const node of nodes.ports.keys()) states.push(await digestOf(nodes.url(node)));
  const different = states.filter((state) => state !== states[0]).length;
  const times = (parts.at(-1)?.held ?? Number.POSITIVE_INFINITY) / content;
  const growth = [0, 1].map((node) => most(parts.slice(PARTS / 2), node) / most(parts.slice(0, PARTS / 2), node));
  process.stdout.write(
    `${failed.length} writes failed ${JSON.stringify([...new Set(failed)])}; the sleeper took the content in anew ${taken} times; ` +
      `${different} nodes differ; tables hold ${times.toFixed(1)} times the content; ` +
      `memory of the second half ${growth.map((each) => each.toFixed(2)).join(" and ")} times that of the first\n`,
  );
  return failed.length === 0 && taken > 0 && different === 0 && times <= MAX_TIMES && Math.max(...growth) <= MAX_GROWTH;
}

/** Of all notes that a node shows once it has caught up. */
async function digestOf(url: string): Promise<string> {
  const reply = await fetch(`${url}/api/notes?fields[0]=text&sort=id&pagination[pageSize]=${NOTES}`, {
    headers: { "x-galley-position": "latest" },
  });
  if (reply.status !== 200) throw new Error(`Notes are answered with ${reply.status}`);
  return createHash("sha256")
    .update(await reply.text())
    .digest("hex");
}

function most(parts: readonly Part[], node: number): number {
  return Math.max(...parts.map(({ resident }) => resident[node] ?? 0));
}
