import { execFileSync } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it, onTestFailed, onTestFinished, vi } from "vitest";
import { TodoLoad } from "../../../crash/todo-load.ts";
import { CommandLine } from "../../../support/command-line.ts";
import { newFolder } from "../../../support/folder.ts";
import { readMetrics } from "../../../support/metrics.ts";
import { Connection } from "../../../support/one-connection.ts";
import { workersOf } from "../../../support/server-workers.ts";

const CONFIG = "galley.config.json";

interface Started {
  readonly server: CommandLine;
  readonly url: string;
  readonly folder: string;
}

async function startWorkers(count: number): Promise<Started> {
  const folder = await newFolder();
  await writeFile(join(folder, CONFIG), JSON.stringify({ metrics: true }));
  const server = new CommandLine(["--port", "0", "--data", "data", "--workers", String(count)], { folder });
  onTestFailed(() => void process.stderr.write(`${server.out}${server.errors}`));
  onTestFinished(() => void server.signal("SIGTERM"));
  return { server, url: await server.url(), folder };
}

/** Looks often, and for long: a busy machine is no fault. */
function eventually(check: () => void | Promise<void>): Promise<void> {
  return vi.waitFor(check, { timeout: 60_000, interval: 50 });
}

function kill(pid: number | undefined): void {
  if (pid !== undefined) process.kill(pid, "SIGKILL");
}

/** While the owner does nothing, it hears of nothing: then of all that has happened. */
async function whileStopped(server: CommandLine, happens: () => Promise<void>): Promise<void> {
  process.kill(server.pid, "SIGSTOP");
  try {
    await happens();
  } finally {
    process.kill(server.pid, "SIGCONT");
  }
}

/** By a fresh connection: workers configured, and workers that serve. */
async function workersByMetrics(url: string): Promise<readonly unknown[]> {
  const connection = new Connection(url);
  const values = readMetrics((await connection.ask("GET", "/_metrics")).body);
  connection.close();
  return [values.get("galley_workers_configured"), values.get("galley_workers_ready")];
}

it("goes on when a worker ends that it is about to send something to", async () => {
  const { server, url } = await startWorkers(2);
  const connections = Array.from({ length: 12 }, () => new Connection(url));
  let asked: Promise<number | null>[] = [];
  await whileStopped(server, async () => {
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
  await eventually(async () => expect(await workersByMetrics(url)).toEqual([2, 2]));
  for (const each of connections) each.close();
});

it("ends in order when a worker ends as it is about to tell it so", async () => {
  const { server } = await startWorkers(2);
  await whileStopped(server, async () => {
    process.kill(server.pid, "SIGTERM");
    kill(workersOf(server)[0]);
  });
  expect(await server.ended()).toMatchObject({ code: 143, errors: "" });
});

it("starts all workers again when all are killed at once", async () => {
  const { server, url } = await startWorkers(2);
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
  await eventually(async () => expect(await workersByMetrics(url)).toEqual([2, 2]));
});

it("starts a worker again that was killed while it started", async () => {
  const { server, url } = await startWorkers(2);
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
  await eventually(async () => expect(await workersByMetrics(url)).toEqual([2, 2]));
  expect(server.out.split("A worker has ended before it listened")).toHaveLength(3);
});

it("serves with fewer workers while one cannot start, and says so", async () => {
  const { server, url, folder } = await startWorkers(2);
  await writeFile(join(folder, CONFIG), "{");
  kill(workersOf(server)[0]);
  await eventually(() => expect(server.out).toContain("A worker has ended before it listened"));
  expect(await workersByMetrics(url)).toEqual([2, 1]);
  await writeFile(join(folder, CONFIG), JSON.stringify({ metrics: true }));
  await eventually(async () => expect(await workersByMetrics(url)).toEqual([2, 2]));
});

it("serves with fewer workers while the system starts no process", async () => {
  const { server, url } = await startWorkers(2);
  const limitFiles = (count: string) => execFileSync("prlimit", ["--pid", String(server.pid), `--nofile=${count}`]);
  limitFiles("8:1024");
  kill(workersOf(server)[0]);
  await eventually(() => expect(server.out).toContain("EMFILE"));
  expect(await workersByMetrics(url)).toEqual([2, 1]);
  limitFiles("1024:1024");
  await eventually(async () => expect(await workersByMetrics(url)).toEqual([2, 2]));
});

it("ends with the reason when the first worker cannot start", async () => {
  const folder = await newFolder();
  await mkdir(join(folder, "data"));
  const server = new CommandLine(["--port", "0", "--data", "data", "--workers", "2"], { folder });
  await eventually(() => {
    const [first] = workersOf(server);
    expect(first).toBeDefined();
    kill(first);
  });
  expect(await server.ended()).toMatchObject({
    code: 1,
    out: "",
    errors: "galley: the first worker does not start: it was ended by SIGKILL\n",
  });
});
