import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, onTestFailed } from "vitest";
import { segmentName } from "../../../../storage/adapters/journal/names.ts";
import { lockName } from "../../../../storage/internal.ts";
import { TodoLoad } from "../../../crash/todo-load.ts";
import { todosIn } from "../../../crash/todos-in.ts";
import { eventually } from "../../../support/eventually.ts";
import { newFolder } from "../../../support/folder.ts";
import { freePort } from "../../../support/free-port.ts";
import { readMetrics } from "../../../support/requests/metrics.ts";
import { Connection } from "../../../support/requests/one-connection.ts";
import { CommandLine, runToEnd } from "../../../support/servers/command-line.ts";
import { runHere } from "../../../support/servers/run-here.ts";
import { isWorker, workersOf } from "../../../support/servers/server-workers.ts";

const WORKERS = Number(process.env.GALLEY_WORKERS ?? 2);
const ROUNDS = Number(process.env.GALLEY_WORKER_WRITES ?? 100);
const KILLS = Number(process.env.GALLEY_WORKER_KILLS ?? 1);
/** Todos that are there at once: the long form reads a list after each of many writes. */
const LISTED = 30;
const TIMEOUT = 600_000 + ROUNDS * 100;

async function withWorkers(
  args: readonly string[],
  use: (url: string, server: CommandLine, folder: string) => Promise<void>,
): Promise<void> {
  const folder = await newFolder();
  const server = new CommandLine([...args, "--port", "0", "--data", "data", "--workers", String(WORKERS)], { folder });
  try {
    await use(await server.url(), server, folder);
  } finally {
    await server.signal("SIGTERM");
  }
}

describe.each(["node", "uws"])("galley serve --workers over %s", (listener) => {
  let folder: string;
  let server: CommandLine;
  let url: string;
  let metricsPort: number;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "galley-workers-"));
    metricsPort = await freePort();
    await writeFile(join(folder, "galley.config.json"), JSON.stringify({ metrics: { port: metricsPort } }));
    const args = ["--port", "0", "--data", "data", "--workers", String(WORKERS), "--listener", listener];
    server = new CommandLine(args, { folder });
    url = await server.url();
  });
  afterAll(async () => {
    await server.signal("SIGTERM");
    await rm(folder, { recursive: true, force: true });
  });

  it("shows every connection all acknowledged writes of others", { timeout: TIMEOUT }, async () => {
    expect(server.out).toContain(`${WORKERS} workers`);
    expect(workersOf(server)).toHaveLength(WORKERS);
    const connections = Array.from({ length: 8 }, () => new Connection(url));
    const kept: number[] = [];
    for (let count = 0; count < ROUNDS; count += 1) {
      const [writer, reader] = [connections[count % 8], connections[(count * 3 + 1) % 8]] as [Connection, Connection];
      const made = await writer.ask("POST", "/todos", { title: `todo ${count}` });
      expect(made.status).toBe(201);
      const { id } = JSON.parse(made.body);
      const [read, list] = await Promise.all([reader.ask("GET", `/todos/${id}`), reader.ask("GET", "/todos")]);
      expect([read.status, JSON.parse(read.body).title]).toEqual([200, `todo ${count}`]);
      expect(list.body).toContain(`"todo ${count}"`);
      kept.push(id);
      if (kept.length <= LISTED) continue;
      const oldest = kept.shift();
      expect((await reader.ask("DELETE", `/todos/${oldest}`)).status).toBeLessThan(300);
      expect((await writer.ask("GET", `/todos/${oldest}`)).status).toBe(404);
    }
    for (const connection of connections) connection.close();
  });

  it("tells the metrics on a port of their own", { timeout: TIMEOUT }, async () => {
    expect((await new Connection(url).ask("GET", "/_metrics")).status).toBe(404);
    const { status, body } = await new Connection(`http://127.0.0.1:${metricsPort}`).ask("GET", "/_metrics");
    expect([status, [...readMetrics(body).keys()]]).toEqual([200, expect.arrayContaining(["galley_takes_writes"])]);
  });

  it("starts a worker again that was killed, and loses nothing acknowledged", { timeout: TIMEOUT }, async () => {
    let kept = new Map<number, string>();
    for (let kill = 0; kill < KILLS; kill += 1) {
      const load = new TodoLoad({ isLasting: true });
      const running = load.run(url, 16, (count) => `kill ${kill}, todo ${count}`);
      await eventually(() => expect(load.acknowledged.size).toBeGreaterThan(50));
      const before = workersOf(server);
      process.kill(before[kill % before.length] as number, "SIGKILL");
      await eventually(() => {
        const now = workersOf(server);
        expect(now).toHaveLength(WORKERS);
        expect(now).not.toEqual(before);
      });
      const count = load.acknowledged.size;
      await eventually(() => expect(load.acknowledged.size).toBeGreaterThan(count));
      load.stop();
      await running;
      kept = new Map([...kept, ...load.acknowledged]);
    }
    const { body } = await new Connection(url).ask("GET", "/todos");
    const listed = new Map(JSON.parse(body).map(({ id, title }: { id: number; title: string }) => [id, title]));
    for (const [id, title] of kept) expect(listed.get(id)).toBe(title);
    await server.signal("SIGTERM");
    const todos = await todosIn(join(folder, "data"), () => {});
    for (const [id, title] of kept) expect(todos.get(id)).toBe(title);
    expect(new Set(todos.values()).size).toBe(todos.size);
  });
});

it("sets up code of the user's own in each worker, which knows its number", { timeout: TIMEOUT }, async () => {
  const folder = await newFolder();
  const config =
    'export default { setup(galley) { galley.route("GET //worker", () => ({ worker: galley.worker })); } };';
  await writeFile(join(folder, "galley.config.mjs"), config);
  const server = new CommandLine(["--port", "0", "--data", "data", "--workers", "2"], { folder });
  try {
    const url = await server.url();
    const numbers = new Set<number>();
    await eventually(async () => {
      const connection = new Connection(url);
      numbers.add(JSON.parse((await connection.ask("GET", "/worker")).body).worker);
      connection.close();
      expect([...numbers].sort()).toEqual([1, 2]);
    });
  } finally {
    await server.signal("SIGTERM");
  }
});

it("tells the metrics of all workers from any of them, also after one was killed", { timeout: TIMEOUT }, async () => {
  const folder = await newFolder();
  await writeFile(join(folder, "galley.config.json"), JSON.stringify({ metrics: true }));
  const server = new CommandLine(["--port", "0", "--data", "data", "--workers", "3"], { folder });
  onTestFailed(() => void process.stderr.write(server.errors));
  try {
    const url = await server.url();
    const connections = Array.from({ length: 12 }, () => new Connection(url));
    for (const each of connections) {
      expect((await each.ask("POST", "/todos", { title: "todo" })).status).toBe(201);
      expect((await each.ask("GET", "/todos/4711")).status).toBe(404);
    }
    const answered = 'galley_http_requests_total{method="POST",route="/todos",status="201"}';
    const buckets = 'galley_http_request_duration_seconds_count{method="POST",route="/todos"}';
    const cpu = /^process_cpu_seconds_total\{worker="([^"]*)"\}$/;
    const namesOf = (values: ReadonlyMap<string, number>) =>
      [...values.keys()].flatMap((key) => cpu.exec(key)?.[1] ?? []);
    for (const each of connections) {
      const values = readMetrics((await each.ask("GET", "/_metrics")).body);
      expect(values.get(answered)).toBe(12);
      expect(values.get(buckets)).toBe(12);
      expect(namesOf(values).sort()).toEqual(["1", "2", "3", "owner"]);
      expect(values.get("galley_takes_writes")).toBe(1);
    }
    const first = readMetrics((await connections[0]?.ask("GET", "/_metrics"))?.body ?? "");
    expect(first.get("galley_commits_total")).toBeLessThan(2 * 12 + 12);
    const before = workersOf(server);
    process.kill(before[1] as number, "SIGKILL");
    await eventually(() => expect(workersOf(server)).not.toEqual(before));
    const fresh = new Connection(url);
    await eventually(async () => {
      const values = readMetrics((await fresh.ask("GET", "/_metrics")).body);
      expect(namesOf(values).sort()).toEqual(["1", "2", "3", "owner"]);
      expect(values.get(answered)).toBe(12);
      expect(values.get(buckets)).toBe(12);
    });
    for (const each of [...connections, fresh]) each.close();
  } finally {
    await server.signal("SIGTERM");
  }
});

it("refuses a port that another server has taken for its workers", { timeout: TIMEOUT }, async () => {
  const folder = await newFolder();
  const port = await freePort();
  const lock = await lockName(`127.0.0.1:${port}`);
  const args = ["--port", String(port), "--host", "127.0.0.1", "--data", "data", "--workers", "2"];
  const { code, errors } = await runToEnd(args, { folder });
  expect(code).toBe(1);
  expect(errors).toContain(`port ${port} of 127.0.0.1 is in use`);
  await lock?.release();
});

it("ends the workers when the process that owns the journal is killed, and loses nothing", {
  timeout: TIMEOUT,
}, async () => {
  const folder = await newFolder();
  const server = new CommandLine(["--port", "0", "--data", "data", "--workers", String(WORKERS)], { folder });
  const load = new TodoLoad();
  const running = load.run(await server.url(), 16, (count) => `todo ${count}`);
  await eventually(() => expect(load.acknowledged.size).toBeGreaterThan(100));
  const workers = workersOf(server);
  process.kill(server.pid, "SIGKILL");
  await running;
  await eventually(() => expect(workers.filter(isWorker)).toEqual([]));
  const todos = await todosIn(join(folder, "data"), () => {});
  for (const [id, title] of load.acknowledged) expect(todos.get(id)).toBe(title);
  expect(new Set(todos.values()).size).toBe(todos.size);
});

it("goes on answering reads when its journal was removed, also after a worker was killed", {
  timeout: TIMEOUT,
}, async () => {
  await withWorkers([], async (url, server, folder) => {
    const connections = Array.from({ length: 12 }, () => new Connection(url));
    const ask = (method: string, path: string, body?: object) =>
      Promise.all(connections.map(async (each) => (await each.ask(method, path, body)).status));
    const all = (status: number) => connections.map(() => status);
    const [first] = connections as [Connection];
    expect((await first.ask("POST", "/todos", { title: "todo" })).status).toBe(201);
    await rm(join(folder, "data", segmentName(1)));
    expect((await first.ask("POST", "/todos", { title: "another" })).status).toBe(504);
    await eventually(async () => expect(await ask("GET", "/_health/writable")).toEqual(all(503)));
    expect(await ask("GET", "/_health")).toEqual(all(503));
    expect(await ask("POST", "/todos", { title: "another" })).toEqual(all(503));
    expect(await ask("GET", "/todos/1")).toEqual(all(200));
    for (const each of connections) each.close();

    const [killed] = workersOf(server);
    process.kill(killed as number, "SIGKILL");
    const noted = "Workers that end are not started again, since the journal has failed";
    await eventually(() => expect(`${server.out}${server.errors}`.split(noted)).toHaveLength(2));
    const fresh = new Connection(url);
    expect((await fresh.ask("GET", "/todos/1")).status).toBe(200);
    fresh.close();
  });
});

it("answers the writes that it has stored before all workers end on SIGTERM", { timeout: TIMEOUT }, async () => {
  const folder = await newFolder();
  const server = new CommandLine(["--port", "0", "--data", "data", "--workers", String(WORKERS)], { folder });
  const load = new TodoLoad();
  const running = load.run(await server.url(), 16, (count) => `todo ${count}`);
  await eventually(() => expect(load.acknowledged.size).toBeGreaterThan(50));
  expect(await server.signal("SIGTERM")).toMatchObject({ code: 143, errors: "" });
  await running;
  expect(load.refused).toEqual([]);
  expect(await todosIn(join(folder, "data"), () => {})).toEqual(load.acknowledged);
});

it("has users, uploads and publishing the same on all workers", { timeout: TIMEOUT }, async () => {
  const folder = await newFolder();
  for (const name of ["post", "name"]) {
    const schema = join(folder, "site", "api", name, "content-types", name);
    await mkdir(schema, { recursive: true });
    const type = {
      kind: "collectionType",
      collectionName: `${name}s`,
      info: { singularName: name, pluralName: `${name}s`, displayName: name },
      options: { draftAndPublish: name === "post" },
      attributes: { title: { type: "string", unique: name === "name" } },
    };
    await writeFile(join(schema, "schema.json"), JSON.stringify(type));
  }
  const config = { users: { register: true }, workers: WORKERS, tokens: [] };
  await writeFile(join(folder, "galley.config.json"), JSON.stringify(config));
  const server = new CommandLine(["site", "--port", "0", "--data", "data", "--open"], { folder });
  try {
    const url = await server.url();
    const token = /galley_[\w-]+/.exec(server.out)?.[0] ?? "";
    const authorization = `Bearer ${token}`;
    const connections = Array.from({ length: 12 }, () => new Connection(url));
    const [first] = connections as [Connection];
    const signedUp = await first.ask("POST", "/api/auth/local/register", {
      username: "kim",
      email: "kim@example.com",
      password: "correct horse",
    });
    expect(signedUp.status).toBe(200);
    const { jwt } = JSON.parse(signedUp.body);
    const form = new FormData();
    form.append("files", new Blob(["hello"], { type: "text/plain" }), "hello.txt");
    const uploaded = await fetch(`${url}/api/upload`, { method: "POST", headers: { authorization }, body: form });
    expect(uploaded.status).toBeLessThan(300);
    const [{ url: file }] = (await uploaded.json()) as [{ url: string }];
    const created = await Promise.all(
      connections.map((each) => each.ask("POST", "/api/names", { data: { title: "the only one" } }, { authorization })),
    );
    expect(created.filter(({ status }) => status < 300)).toHaveLength(1);
    const path = "/api/posts?status=published";
    const published = await first.ask("POST", path, { data: { title: "public" } }, { authorization });
    expect(published.status).toBe(201);
    for (const each of connections) {
      expect((await each.ask("GET", "/api/users/me", undefined, { authorization: `Bearer ${jwt}` })).status).toBe(200);
      expect((await each.ask("GET", file)).body).toBe("hello");
      expect((await each.ask("GET", "/api/posts")).body).toContain("public");
      each.close();
    }
  } finally {
    await server.signal("SIGTERM");
  }
});

it("names the options that workers do not support, and the alternatives", { timeout: TIMEOUT }, async () => {
  const folder = await newFolder();
  const said: (string | undefined)[] = [];
  for (const args of [
    ["--workers", "2", "--data", "memory"],
    ["--workers", "2", "--data", "db.json"],
    ["--workers", "2", "--data", "data", "--watch"],
    ["--workers", "2", "--data", "data", "--control"],
    ["--workers", "none", "--data", "data"],
  ]) {
    said.push((await runHere([...args, "--port", "0"], { folder })).errors.split("\n")[0]);
  }
  expect(said).toEqual([
    "galley: --workers needs a journal to share, not memory: --data FOLDER",
    expect.stringMatching(/^galley: --workers needs a journal to share, not .*db\.json: --data FOLDER$/),
    "galley: --workers cannot be used with --watch: all must have the same content types",
    "galley: --workers cannot be used with --control, whose forks are one process's own",
    "galley: --workers must be auto or a number from 1 to 256, not none",
  ]);
});

it("answers reads that wait for indexes with what their position names, and from one state", {
  timeout: TIMEOUT,
}, async () => {
  const folder = await newFolder();
  const schema = join(folder, "site", "api", "post", "content-types", "post");
  await mkdir(schema, { recursive: true });
  const type = {
    kind: "collectionType",
    collectionName: "posts",
    info: { singularName: "post", pluralName: "posts", displayName: "Post" },
    options: { draftAndPublish: false },
    attributes: { title: { type: "string" }, size: { type: "integer", min: 0, max: 1_000 } },
  };
  await writeFile(join(schema, "schema.json"), JSON.stringify(type));
  // More than are indexed at once.
  const posts = 21_000;
  const server = new CommandLine(
    ["site", "--port", "0", "--data", "data", "--open", "--fake", String(posts), "--workers", String(WORKERS)],
    { folder },
  );
  try {
    const url = await server.url();
    const connections = Array.from({ length: 8 }, () => new Connection(url));
    const [writer] = connections as [Connection];
    const authorization = `Bearer ${/galley_[\w-]+/.exec(server.out)?.[0]}`;
    const write = async (title: string): Promise<string> => {
      const { status, headers } = await writer.ask("POST", "/api/posts", { data: { title } }, { authorization });
      expect(status).toBe(201);
      return String(headers["x-galley-position"]);
    };
    const first = await write("! 1");
    const asked = connections.map(async (each, at) => {
      const path = `/api/posts?filters[title][$startsWith]=!&filters[title][$ne]=${at}&sort=size&sort=title`;
      return each.ask("GET", path, undefined, { "x-galley-position": at % 2 === 0 ? first : "latest" });
    });
    for (const title of ["! 2", "! 3"]) await write(title);
    for (const { status, body, headers } of await Promise.all(asked)) {
      expect([status, headers["x-galley-position"]]).toEqual([200, expect.stringMatching(/./)]);
      const { data, meta } = JSON.parse(body) as {
        data: readonly { title: string }[];
        meta: { pagination: { total: number } };
      };
      expect(["! 1", "! 2", "! 3"].slice(0, meta.pagination.total)).toEqual(data.map(({ title }) => title));
      expect(data.length).toBeGreaterThan(0);
    }
    for (const each of connections) each.close();
  } finally {
    await server.signal("SIGTERM");
  }
});
