import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";
import { eventually } from "../../../support/eventually.ts";
import { newFolder } from "../../../support/folder.ts";
import { Connection } from "../../../support/requests/one-connection.ts";
import { CommandLine } from "../../../support/servers/command-line.ts";
import { workersOf } from "../../../support/servers/server-workers.ts";

const TODO = { title: "tea" };

let server: CommandLine;
let url: string;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "galley-hung-"));
  server = new CommandLine(["--port", "0", "--data", "data", "--workers", "2"], { folder });
  url = await server.url();
});
afterAll(async () => {
  await server.signal("SIGTERM");
  await rm(folder, { recursive: true, force: true });
});

async function ask(method: string, path: string, body?: object): Promise<readonly [number, string]> {
  const connection = new Connection(url);
  const reply = await connection.ask(method, path, body);
  connection.close();
  return [reply.status, reply.body];
}

it("says that writes are not stored while the owner hangs, and goes on when it does", async () => {
  process.kill(server.pid, "SIGSTOP");
  try {
    // Nobody has written yet.
    await eventually(async () =>
      expect(await ask("GET", "/_health/writable")).toEqual([
        503,
        expect.stringMatching(/"writes fail","cause":"the log has not answered for \d+ s"/),
      ]),
    );
    expect(await ask("GET", "/todos")).toEqual([200, "[]"]);
    expect(await ask("POST", "/todos", TODO)).toEqual([
      504,
      '{"error":"Whether the write is stored is not known: the log does not answer"}',
    ]);
    // Each connection may lead to another worker.
    await Promise.all(Array.from({ length: 8 }, () => ask("POST", "/todos", { title: "coffee" })));
    await eventually(() => expect(server.out).toContain("Writes cannot be stored at the moment"));
  } finally {
    process.kill(server.pid, "SIGCONT");
  }
  await eventually(async () => expect((await ask("POST", "/todos", { title: "cake" }))[0]).toBe(201));
  const titles = JSON.parse((await ask("GET", "/todos"))[1]).map(({ title }: { title: string }) => title);
  // The one whose answer was lost is there, or another worker's was first and it was given up: once at most.
  const once = titles.filter((title: string) => title !== "coffee");
  expect([["cake", "tea"], ["cake"]]).toContainEqual(once.sort());
  await eventually(async () => expect((await ask("GET", "/_health/writable"))[0]).toBe(200));
  await eventually(() => expect(server.out).toContain("Writes are stored again"));
  for (const line of ["Writes cannot be stored at the moment", "Writes are stored again"]) {
    expect(server.out.split(line).length - 1).toBe(1);
  }
});

it("names its own worker that keeps the port, though its server has ended", async () => {
  const place = { folder: await newFolder() };
  const first = new CommandLine(["--port", "0", "--data", "data", "--workers", "2"], place);
  const { port } = new URL(await first.url());
  const [worker = 0] = workersOf(first);
  process.kill(worker, "SIGSTOP");
  onTestFinished(() => void process.kill(worker, "SIGKILL"));
  process.kill(first.pid, "SIGKILL");
  // The worker keeps its output open.
  await eventually(() => expect(() => process.kill(first.pid, 0)).toThrow());
  const next = new CommandLine(["--port", port, "--data", "data", "--workers", "2"], place);
  const { code, errors } = await next.ended();
  expect([code, errors]).toEqual([
    1,
    expect.stringContaining(`is in use by process ${worker}, a worker of a galley that has ended (kill -9 ${worker}):`),
  ]);
});
