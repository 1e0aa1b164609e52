import { execFileSync } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, expect, it, onTestFailed } from "vitest";
import { TodoLoad } from "../../../crash/todo-load.ts";
import { eventually } from "../../../support/eventually.ts";
import { newFolder } from "../../../support/folder.ts";
import { readMetrics } from "../../../support/requests/metrics.ts";
import { Connection } from "../../../support/requests/one-connection.ts";
import { CommandLine } from "../../../support/servers/command-line.ts";
import { workersOf } from "../../../support/servers/server-workers.ts";

const CONFIG = "galley.config.json";

let folder: string;
let server: CommandLine;
let url: string;
/** Each test leaves it with all of its workers; tests whose pauses would add up come late. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "galley-ended-"));
  await writeFile(join(folder, CONFIG), JSON.stringify({ metrics: true }));
  server = new CommandLine(["--port", "0", "--data", "data", "--workers", "2"], { folder });
  url = await server.url();
});
afterAll(async () => {
  await server.signal("SIGTERM");
  await rm(folder, { recursive: true, force: true });
});
beforeEach(() => onTestFailed(() => void process.stderr.write(`${server.out}${server.errors}`)));

function kill(pid: number | undefined): void {
  if (pid !== undefined) process.kill(pid, "SIGKILL");
}

/** While the owner does nothing, it hears of nothing: then of all that has happened. */
async function whileStopped(happens: () => Promise<void>): Promise<void> {
  process.kill(server.pid, "SIGSTOP");
  try {
    await happens();
  } finally {
    process.kill(server.pid, "SIGCONT");
  }
}

/** By a fresh connection: workers configured, and workers that serve. */
async function workersByMetrics(): Promise<readonly unknown[]> {
  const connection = new Connection(url);
  const values = readMetrics((await connection.ask("GET", "/_metrics")).body);
  connection.close();
  return [values.get("galley_workers_configured"), values.get("galley_workers_ready")];
}

it("serves with fewer workers while the system starts no process", async () => {
  const limitFiles = (count: string) => execFileSync("prlimit", ["--pid", String(server.pid), `--nofile=${count}`]);
  limitFiles("8:1024");
  kill(workersOf(server)[0]);
  await eventually(() => expect(server.out).toContain("EMFILE"));
  expect(await workersByMetrics()).toEqual([2, 1]);
  limitFiles("1024:1024");
  await eventually(async () => expect(await workersByMetrics()).toEqual([2, 2]));
});

it("serves with fewer workers while one cannot start, and says so", async () => {
  await writeFile(join(folder, CONFIG), "{");
  kill(workersOf(server)[0]);
  const said = server.out.length;
  await eventually(() => expect(server.out.slice(said)).toContain("A worker has ended before it listened"));
  expect(await workersByMetrics()).toEqual([2, 1]);
  await writeFile(join(folder, CONFIG), JSON.stringify({ metrics: true }));
  await eventually(async () => expect(await workersByMetrics()).toEqual([2, 2]));
});

it("goes on when a worker ends that it is about to send something to", async () => {
  const connections = Array.from({ length: 12 }, () => new Connection(url));
  let asked: Promise<number | null>[] = [];
  await whileStopped(async () => {
    asked = connections.map((each) =>
      each.ask("GET", "/_metrics").then(
        ({ status }) => status,
        () => null,
      ),
    );
    await sleep(200);
    kill(workersOf(server)[0]);
  });
  expect(await Promise.all(asked)).toContain(200);
  await eventually(async () => expect(await workersByMetrics()).toEqual([2, 2]));
  for (const each of connections) each.close();
});

it("starts all workers again when all are killed at once", async () => {
  const load = new TodoLoad({ isLasting: true });
  const running = load.run(url, 8, (count) => `todo ${count}`);
  await eventually(() => expect(load.acknowledged.size).toBeGreaterThan(20));
  for (const pid of workersOf(server)) kill(pid);
  const before = load.acknowledged.size;
  await eventually(() => expect(load.acknowledged.size).toBeGreaterThan(before + 20));
  load.stop();
  await running;
  const connection = new Connection(url);
  const listed = new Set(JSON.parse((await connection.ask("GET", "/todos")).body).map(({ id }: { id: number }) => id));
  expect([...load.acknowledged.keys()].filter((id) => !listed.has(id))).toEqual([]);
  connection.close();
  await eventually(async () => expect(await workersByMetrics()).toEqual([2, 2]));
});

it("starts a worker again that was killed while it started", async () => {
  const early = () => server.out.split("A worker has ended before it listened").length;
  const before = early();
  const seen = new Set(workersOf(server));
  kill([...seen][0]);
  for (let count = 0; count < 2; count += 1) {
    await eventually(() => {
      const fresh = workersOf(server).find((pid) => !seen.has(pid));
      expect(fresh).toBeDefined();
      seen.add(fresh as number);
      kill(fresh);
    });
  }
  await eventually(async () => expect(await workersByMetrics()).toEqual([2, 2]));
  expect(early()).toBe(before + 2);
});

it("ends in order when a worker ends as it is about to tell it so", async () => {
  const { errors } = server;
  await whileStopped(async () => {
    process.kill(server.pid, "SIGTERM");
    kill(workersOf(server)[0]);
  });
  expect(await server.ended()).toMatchObject({ code: 143, errors });
});

it("ends with the reason when the first worker cannot start", async () => {
  const unserved = new CommandLine(["--port", "0", "--data", "data", "--workers", "2"], { folder: await newFolder() });
  await eventually(() => {
    const [first] = workersOf(unserved);
    expect(first).toBeDefined();
    kill(first);
  });
  expect(await unserved.ended()).toMatchObject({
    code: 1,
    out: "",
    errors: "galley: the first worker does not start: it was ended by SIGKILL\n",
  });
});
