import { setTimeout } from "node:timers/promises";
import { expect, it, onTestFinished, vi } from "vitest";
import { type FileStore, MemoryFileStore, StorageError } from "../../../../storage/internal.ts";
import { form, openUploads } from "../../../support/servers/open-uploads.ts";

const FULL = Object.assign(new Error("ENOSPC: no space left on device, write"), { code: "ENOSPC" });
const AWAY = new StorageError("unreadable", "postgres://galley@db/site cannot be used: connect ECONNREFUSED");
const LOST = new Error("Connection terminated unexpectedly");

/** Files with one failing operation; `receive` and `read` fail after their first piece. */
function failing(operation: "receive" | "keep" | "discard" | "open" | "read" | "delete", error: Error): FileStore {
  const files = new MemoryFileStore();
  const reject = () => Promise.reject(error);
  const breakingOff = async function* () {
    yield Buffer.from("a");
    throw error;
  };
  return {
    put: (name, bytes) => files.put(name, bytes),
    receive: async (bytes) => {
      if (operation === "receive") {
        for await (const _ of bytes) break;
        // The store removes its stored bytes meanwhile.
        await setTimeout(20);
        throw error;
      }
      const received = await files.receive(bytes);
      return operation === "keep" || operation === "discard" ? { ...received, [operation]: reject } : received;
    },
    open: async (name) => {
      const file = operation === "open" ? await reject() : await files.open(name);
      return file && operation === "read" ? { ...file, read: breakingOff } : file;
    },
    delete: (name) => (operation === "delete" ? reject() : files.delete(name)),
    list: () => files.list(),
  };
}

const send = (ask: Awaited<ReturnType<typeof openUploads>>["ask"]) =>
  ask(
    "POST",
    "/api/upload",
    form([
      ["a.txt", "a".repeat(600_000)],
      ["b.txt", "b".repeat(600_000)],
    ]),
  );

it.each([
  ["receive", FULL, 507],
  ["receive", AWAY, 503],
  ["receive", LOST, 503],
  ["keep", FULL, 507],
  ["keep", AWAY, 503],
] as const)("files that fail to %s (%s) are refused with %i, and not listed", async (operation, error, expected) => {
  const { ask } = await openUploads({ files: failing(operation, error), logger: { info() {}, warn() {}, error() {} } });
  const { status, body } = await send(ask);
  expect([status, body.error.message]).toEqual([expected, expect.stringMatching(/; nothing was changed$/)]);
  expect((await ask("GET", "/api/upload/files")).body).toEqual([]);
});

it.each([FULL, AWAY, LOST])(
  "a file that cannot be opened is answered with 503, without its place (%s)",
  async (error) => {
    const { ask } = await openUploads({ files: failing("open", error), logger: { info() {}, warn() {}, error() {} } });
    const { status, body } = await send(ask);
    expect(status).toBe(201);
    const read = await ask("GET", body[0].url, undefined, null);
    expect(read.status).toBe(503);
    expect(JSON.stringify(read.body)).not.toMatch(/postgres:|ECONN/);
  },
);

it.each([FULL, AWAY, LOST])(
  "a file that cannot be removed with its entry is answered with 503 that says so (%s)",
  async (error) => {
    const { ask } = await openUploads({
      files: failing("delete", error),
      logger: { info() {}, warn() {}, error() {} },
    });
    const [{ id }] = (await send(ask)).body;
    const { status, body } = await ask("DELETE", `/api/upload/files/${id}`);
    expect([status, body.error.message]).toEqual([503, "The entry was removed, but its file was not"]);
    expect(JSON.stringify(body)).not.toMatch(/postgres:|ECONN/);
    expect((await ask("GET", "/api/upload/files")).body).toHaveLength(1);
  },
);

it("files that do not answer keep nobody waiting for more than ten seconds", async () => {
  const files = new MemoryFileStore();
  let hangs = false;
  const never = <T>(work: () => Promise<T>) => (hangs ? new Promise<T>(() => {}) : work());
  const hanging: FileStore = {
    ...failing("discard", LOST),
    receive: (bytes) => files.receive(bytes),
    open: (name) => never(() => files.open(name)),
    delete: (name) => never(() => files.delete(name)),
  };
  const { ask } = await openUploads({ files: hanging });
  const [{ url, id }] = (await send(ask)).body;
  hangs = true;
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const answers = Promise.all([ask("GET", url, undefined, null), ask("DELETE", `/api/upload/files/${id}`)]);
  let statuses: readonly number[] | null = null;
  answers.then((all) => {
    statuses = all.map(({ status }) => status);
  });
  for (let seconds = 0; statuses === null && seconds < 10; seconds++) {
    await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
    await vi.advanceTimersByTimeAsync(1_000);
  }
  expect(statuses).toEqual([503, 503]);
});

it("a file that breaks off breaks its answer off, and is logged with its name", async () => {
  const logged: object[] = [];
  const logger = {
    info() {},
    warn() {},
    error: (fields: object, message: string) => logged.push({ ...fields, message }),
  };
  const { ask } = await openUploads({ files: failing("read", LOST), logger });
  const [{ url }] = (await send(ask)).body;
  await expect(ask("GET", url, undefined, null)).rejects.toThrow();
  const message = "A file broke off while it was read";
  expect(logged).toEqual([expect.objectContaining({ message, file: url.replace("/uploads/", "") })]);
});

it.each([FULL, AWAY, LOST])("a file that cannot be discarded changes no answer, and is logged (%s)", async (error) => {
  const logged: string[] = [];
  const logger = { info() {}, error() {}, warn: (_: object, message: string) => logged.push(message) };
  const { ask } = await openUploads({
    files: failing("discard", error),
    uploads: { deniedTypes: ["image/*"] },
    logger,
  });
  expect((await send(ask)).status).toBe(201);
  expect(logged).not.toContain("A file was not kept, nor removed");
  expect((await ask("POST", "/api/upload", form([["a.svg", "<svg/>"]]))).status).toBe(400);
  expect(logged).toContain("A file was not kept, nor removed");
});
