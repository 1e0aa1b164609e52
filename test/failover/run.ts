// Kills the primary of a pair of real PostgreSQL servers among the writes of three nodes, and promotes its synchronous
// standby: npm run test:failover [ROUNDS]. Fails where an acknowledged write is lost or there twice, a refused one is there,
// or the nodes differ.
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import pg from "pg";
import { PostgresStorage } from "../../storage/adapters/postgres/index.ts";
import { Store } from "../../storage/internal.ts";
import { addBook, countingEnv, emptyLibrary, titles } from "../support/library.ts";
import { ownerOf, POSTGRES_FOLDER } from "../support/postgres.ts";

const ROUNDS = Number(process.argv[2] ?? 3);
const NODES = 3;
const WRITERS = 8;

const run = promisify(execFile);
if (POSTGRES_FOLDER === undefined) throw new Error("There is no PostgreSQL: apt-get install postgresql");
const programs = POSTGRES_FOLDER;
const folder = await mkdtemp(join(tmpdir(), "galley-failover-"));
const owner = userInfo().uid === 0 ? await ownerOf(folder) : {};
const ports = [await freePort(), await freePort()] as const;
const children: (ChildProcess | null)[] = [null, null];
const data = (server: number) => join(folder, `data-${server}`);
const program = (name: string, ...args: string[]) => run(join(programs, name), args, { ...owner, cwd: folder });

async function sql(server: number, text: string): Promise<void> {
  const client = new pg.Client(`postgres://galley@127.0.0.1:${ports[server]}/postgres`);
  client.on("error", () => {});
  await client.connect();
  await client.query(text).finally(() => client.end());
}

async function start(server: number): Promise<void> {
  const settings = [`port=${ports[server]}`, "listen_addresses=127.0.0.1", `unix_socket_directories=${folder}`];
  const args = ["-D", data(server), ...settings.flatMap((setting) => ["-c", setting])];
  children[server] = spawn(join(programs, "postgres"), args, { ...owner, cwd: folder, stdio: "ignore" });
  await until(() => sql(server, "select 1"));
}

async function kill(server: number): Promise<void> {
  const child = children[server];
  if (!child) return;
  const ended = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGKILL");
  children[server] = null;
  await ended;
}

/** Makes one server the synchronous standby of the other. */
async function follow(standby: number, primary: number): Promise<void> {
  await rm(data(standby), { recursive: true, force: true });
  const from = ["-h", "127.0.0.1", "-p", String(ports[primary]), "-U", "galley"];
  await program("pg_basebackup", ...from, "-D", data(standby), "-R", "-c", "fast", "--no-sync");
  await start(standby);
  // Without it commits would wait for the seconds after which a standby tries to connect again.
  await until(() => sql(primary, "select 1 / (select count(*) from pg_stat_replication where state = 'streaming')"));
  await sql(primary, "alter system set synchronous_standby_names = '*'");
  await sql(primary, "select pg_reload_conf()");
  await sleep(300);
}

async function until<T>(attempt: () => Promise<T>): Promise<T> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (tries === 400) throw error;
      await sleep(25);
    }
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer();
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address !== null ? address.port : 0));
    });
  });
}

async function openNode() {
  const storage = new PostgresStorage(`postgres://galley@127.0.0.1:${ports[0]},127.0.0.1:${ports[1]}/postgres`);
  const env = { ...countingEnv(), newDocumentId: () => randomBytes(12).toString("hex") };
  return Store.open({ engine: emptyLibrary(), storage, env, report });
}

/** What a node says of itself, as that it has noticed a loss and stops. */
function report(message: string, { reason = "" }: Readonly<Record<string, unknown>>): void {
  process.stdout.write(`${message} ${reason}\n`);
}

let isGood = true;
try {
  await program("initdb", "-D", data(0), "-U", "galley", "--auth=trust", "-E", "UTF8");
  await start(0);
  await follow(1, 0);
  const stores = await Promise.all(Array.from({ length: NODES }, openNode));
  const acknowledged: string[] = [];
  const refused = new Map<string, number>();
  const refusedTitles: string[] = [];
  let last = performance.now();
  let longest = 0;
  let isOver = false;
  const writers = stores.flatMap((store, node) =>
    Array.from({ length: WRITERS }, async (_, writer) => {
      for (let at = 0; !isOver; at += 1) {
        const title = `${node}.${writer}.${at}`;
        try {
          await store.write(
            (transaction) => addBook(transaction, title),
            () => null,
          );
          acknowledged.push(title);
          longest = Math.max(longest, performance.now() - last);
          last = performance.now();
        } catch (error) {
          const code = (error as { code?: string }).code ?? "?";
          refused.set(code, (refused.get(code) ?? 0) + 1);
          if (code !== "outcome-unknown") refusedTitles.push(title);
          await sleep(20);
        }
      }
    }),
  );
  let primary = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    await sleep(1500);
    longest = 0;
    await kill(primary);
    const standby = 1 - primary;
    const killed = performance.now();
    await sql(standby, "select pg_promote()");
    const promotion = (performance.now() - killed) / 1000;
    await sql(standby, "alter system set synchronous_standby_names = ''");
    await sql(standby, "select pg_reload_conf()");
    const before = acknowledged.length;
    while (acknowledged.length < before + 50) await sleep(20);
    process.stdout.write(
      `round ${round + 1}: no write for ${(longest / 1000).toFixed(2)} s at most, promoted in ${promotion.toFixed(2)} s\n`,
    );
    await follow(primary, standby);
    primary = standby;
  }
  await sleep(1000);
  isOver = true;
  await Promise.all(writers);
  const witness = await openNode();
  const found = titles(witness.engine);
  const there = new Set(found);
  const lost = acknowledged.filter((title) => !there.has(title)).length;
  const wronglyRefused = refusedTitles.filter((title) => there.has(title)).length;
  const twice = found.length - there.size;
  await sleep(1500);
  const states = new Set([witness, ...stores].map((store) => JSON.stringify([...store.engine.dump()])));
  isGood = lost === 0 && twice === 0 && wronglyRefused === 0 && states.size === 1;
  process.stdout.write(
    `${acknowledged.length} acknowledged, ${lost} lost, ${twice} twice, ${wronglyRefused} refused but there, ` +
      `refused ${JSON.stringify(Object.fromEntries(refused))}, ${states.size === 1 ? "equal" : "DIFFERENT"} states\n`,
  );
  for (const store of [witness, ...stores]) await store.close();
} finally {
  for (const server of [0, 1]) await kill(server);
  await rm(folder, { recursive: true, force: true });
}
process.exit(isGood ? 0 : 1);
