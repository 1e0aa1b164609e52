import { inspect } from "node:util";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Appended, type Entry, MemoryStorage, type Position } from "../../../storage/internal.ts";
import { canonical } from "../../support/engine/check-state.ts";
import type { Reply } from "../../support/requests/reply.ts";
import { type OpenBlog, openBlog } from "../../support/servers/open-blog.ts";
import { SILENT } from "../../support/servers/open-galley.ts";
import { form } from "../../support/servers/open-uploads.ts";
import { openUsers, PASSWORD } from "../../support/servers/open-users.ts";
import { type FaultyAnswer, FaultyStorage } from "../../support/storage/faulty-storage.ts";

/** Writes that wait for the one under way before one more is refused. */
const QUEUE = 10_000;

/** A reason that an operator may know and a caller may not: the double names it in every failure. */
const REASON = /on purpose/;

const POST = { data: { title: "A post" } };
const TODO = { title: "A task" };
describe("a storage that fails", () => {
  let storage: FaultyStorage;
  let blog: OpenBlog;
  let logged: string[];

  beforeEach(async () => {
    storage = new FaultyStorage();
    logged = [];
    const note = (fields: object, message: string) => void logged.push(`${message} ${inspect(fields)}`);
    blog = await openBlog({ storage, logger: { info: () => {}, warn: note, error: note } });
  });
  afterEach(() => blog.close());

  const createPost = () => blog.editor.post("/api/posts", POST);
  const createTodo = () => blog.editor.post("/todos", TODO);
  const state = () => canonical(blog.galley.engine.dump());

  async function answered(write: Promise<Reply>, end: FaultyAnswer): Promise<Reply> {
    await storage.end(end);
    return write;
  }

  describe("and leaves nothing in doubt", () => {
    it.each([
      ["failed", 503, "ServiceUnavailableError", "The write could not be stored; nothing was changed"],
      ["no room", 507, "InsufficientStorageError", "There is no room for the write; nothing was changed"],
    ] as const)("refuses a content write (%s) with %i and a fixed text, applied nowhere", async (...row) => {
      const [end, status, name, message] = row;
      const before = state();
      const reply = await answered(createPost(), end);
      expect(reply.status).toBe(status);
      expect(reply.body).toEqual({ data: null, error: { status, name, message, details: {} } });
      expect(state()).toEqual(before);
      expect((await blog.editor.get("/api/posts?status=draft")).entries).toEqual([]);
      expect(logged.join()).toMatch(REASON);
      expect(logged.join()).not.toMatch(/^ +at /m);
    });

    it.each([
      ["failed", 503, "The write could not be stored; nothing was changed"],
      ["no room", 507, "There is no room for the write; nothing was changed"],
    ] as const)("refuses a todo write (%s) with %i and a fixed text, applied nowhere", async (end, status, error) => {
      const reply = await answered(createTodo(), end);
      expect(reply.status).toBe(status);
      expect(reply.body).toEqual({ error });
      expect((await blog.visitor.get("/todos")).text).toBe("[]");
    });

    it("is not ready until a write is stored, and names the state", async () => {
      const health = async () => {
        const { status, body } = await blog.visitor.get("/_health");
        return [status, (body as { storage: unknown }).storage];
      };
      await answered(createPost(), "no room");
      const survives = "nothing";
      expect(await health()).toEqual([
        503,
        { survives, takesWrites: false, reason: "no room", cause: "no room on purpose" },
      ]);
      expect((await blog.visitor.get("/_health/ready")).status).toBe(503);
      await answered(createPost(), "failed");
      expect(await health()).toEqual([
        503,
        { survives, takesWrites: false, reason: "writes fail", cause: "failed on purpose" },
      ]);
      await answered(createPost(), "ok");
      expect(await health()).toEqual([200, { survives, takesWrites: true }]);
      expect(logged.filter((line) => line.startsWith("Writes "))).toEqual([
        "Writes cannot be stored at the moment { reason: 'no room on purpose' }",
        "Writes are stored again {}",
      ]);
    });

    it("accepts the next write, with the ids of the failed one", async () => {
      await answered(createPost(), "failed");
      await answered(createTodo(), "failed");
      expect((await answered(createPost(), "ok")).entry.id).toBe(1);
      expect((await answered(createTodo(), "ok")).body).toEqual({ id: 1, title: "A task", completed: false });
      expect((await blog.editor.get("/api/posts?status=draft")).entries).toHaveLength(1);
    });

    it("keeps everything when a change, publication or removal fails", async () => {
      const { documentId } = (await answered(createPost(), "ok")).entry;
      await answered(createTodo(), "ok");
      const before = state();
      const writes = [
        [503, () => blog.editor.put(`/api/posts/${documentId}`, { data: { title: "Another" } })],
        [503, () => blog.editor.put(`/api/posts/${documentId}`, { data: {}, status: "published" })],
        [503, () => blog.editor.delete(`/api/posts/${documentId}`)],
        [503, () => blog.editor.put("/todos/1", { completed: true })],
        [503, () => blog.editor.delete("/todos/1")],
      ] as const;
      for (const [status, write] of writes) {
        expect((await answered(write(), "failed")).status).toBe(status);
        expect(state()).toEqual(before);
      }
    });

    it("shows nothing that is not durable yet", async () => {
      const write = createPost();
      await storage.arrival();
      expect((await blog.editor.get("/api/posts?status=draft")).entries).toEqual([]);
      await answered(write, "ok");
      expect((await blog.editor.get("/api/posts?status=draft")).entries).toHaveLength(1);
    });
  });

  describe.each([
    ["unknown", 504],
    ["throw", 504],
    ["conflict", 503],
  ] as const)("and takes no more (%s)", (end, status) => {
    it("stops accepting writes, and continues to read", async () => {
      const { documentId } = (await answered(createPost(), "ok")).entry;
      await answered(createTodo(), "ok");
      const before = state();
      expect((await answered(createPost(), end)).status).toBe(status);

      const writes = [
        () => blog.editor.post("/api/posts", POST),
        () => blog.editor.put(`/api/posts/${documentId}`, POST),
        () => blog.editor.delete(`/api/posts/${documentId}`),
        () => blog.editor.put("/api/site-setting", { data: { siteName: "Ours" } }),
      ];
      for (const write of writes) {
        const reply = await write();
        expect(reply.status).toBe(503);
        expect(reply.error).toEqual({
          status: 503,
          name: "ServiceUnavailableError",
          message: "The store accepts no writes",
          details: { reason: expect.any(String) },
        });
      }
      expect(state()).toEqual(before);
      expect((await blog.editor.get(`/api/posts/${documentId}?status=draft`)).entry.title).toBe("A post");
      expect((await blog.visitor.get("/todos")).text).toContain("A task");
      expect(logged.join()).toContain("The store accepts no more writes");
    });

    it("refuses later todo writes with 503 and the reason", async () => {
      expect((await answered(createTodo(), end)).status).toBe(status);
      const reply = await createTodo();
      expect(reply.status).toBe(503);
      expect(reply.body).toEqual({ error: expect.stringContaining("The store accepts no writes: ") });
      expect((await blog.visitor.get("/todos")).text).toBe("[]");
    });
  });

  describe("and keeps writes waiting", () => {
    it("refuses one write too many with a time to try again, and takes writes when the queue is empty", async () => {
      const first = createPost();
      await storage.arrival();
      const waiting = Array.from({ length: QUEUE }, () =>
        blog.galley.store.write(
          () => null,
          () => null,
        ),
      );
      const refused = await createPost();
      expect(refused.status).toBe(503);
      expect(refused.error).toMatchObject({ name: "ServiceUnavailableError", details: { reason: "queue full" } });
      expect(refused.headers.get("retry-after")).toBe("1");
      const todo = await createTodo();
      expect([todo.status, todo.headers.get("retry-after")]).toEqual([503, "1"]);
      expect((await blog.visitor.get("/api/posts")).status).toBe(200);

      await answered(first, "ok");
      await Promise.all(waiting);
      expect((await answered(createPost(), "ok")).status).toBe(201);
    });
  });
});

/** A storage in memory whose appends end as the test says. */
class SwitchedStorage extends MemoryStorage {
  end: Appended | null = null;

  override append(expected: Position, batch: readonly Entry[]): Promise<Appended> {
    return this.end === null ? super.append(expected, batch) : Promise.resolve(this.end);
  }
}

it.each([
  [503, "ServiceUnavailableError", { kind: "failed", reason: "on purpose" }],
  [507, "InsufficientStorageError", { kind: "failed", reason: "on purpose", noRoom: true }],
  [503, "ServiceUnavailableError", { kind: "conflict", head: 99 }],
] as const)("every service answers %i (%s) to a write that the storage does not take", async (expected, name, end) => {
  const storage = new SwitchedStorage();
  const { ask, signUp } = await openUsers({ storage, todo: true, graphql: true, logger: SILENT });
  const upload = () => form([["a.txt", "a"]]);
  const { jwt, user } = await signUp("kim");
  const [file] = (await ask("POST", "/api/upload", upload())).body;
  const { id } = (await ask("POST", "/todos", TODO)).body;

  storage.end = end;
  const other = { username: "ann", email: "ann@example.org", password: PASSWORD };
  const passwords = { currentPassword: PASSWORD, password: "another word", passwordConfirmation: "another word" };
  const writes: [method: string, path: string, body?: object, token?: string | null][] = [
    ["POST", "/api/auth/local/register", other, null],
    ["POST", "/api/auth/change-password", passwords, jwt],
    ["POST", "/api/users", { ...other, role: 1 }],
    ["PUT", `/api/users/${user.id}`, { username: "kimberley" }],
    ["DELETE", `/api/users/${user.id}`],
    ["POST", "/api/upload", upload()],
    ["POST", `/api/upload?id=${file.id}`, { fileInfo: { name: "b.txt" } }],
    ["DELETE", `/api/upload/files/${file.id}`],
    ["POST", "/todos", TODO],
    ["PUT", `/todos/${id}`, { completed: true }],
    ["DELETE", `/todos/${id}`],
    ["POST", "/api/posts", POST],
  ];
  const answered: unknown[] = [];
  for (const [method, path, body, token] of writes) {
    const sent = body instanceof FormData ? body : JSON.stringify(body);
    answered.push([method, path, (await ask(method, path, sent, token)).status]);
  }
  expect(answered).toEqual(writes.map(([method, path]) => [method, path, expected]));
  const mutation = JSON.stringify({ query: 'mutation { createPost(data: { title: "A" }) { title } }' });
  const { body } = await ask("POST", "/graphql", mutation);
  expect(body.errors).toMatchObject([{ extensions: { error: { name, details: {} } } }]);
});

it.each([
  ["no-room", { kind: "failed", reason: "on purpose", noRoom: true }],
  ["unavailable", { kind: "unknown", reason: "on purpose" }],
] as const)("what a storage refuses is told once, over GraphQL as over REST: %s", async (code, end) => {
  const storage = new SwitchedStorage();
  const lines: string[] = [];
  const note = (fields: object, message: string) => void ("code" in fields && lines.push(`${message}: ${fields.code}`));
  const blog = await openBlog({ storage, graphql: true, logger: { ...SILENT, warn: note, error: note } });
  const mutation = { query: 'mutation { createPost(data: { title: "A" }) { title } }' };
  storage.end = end;
  for (let times = 0; times < 3; times++) {
    await blog.editor.post("/api/posts", POST);
    await blog.editor.post("/graphql", mutation);
  }
  const told = lines.filter((line) => line.endsWith(code));
  expect(told.toSorted()).toEqual([`A GraphQL field failed: ${code}`, `A request failed: ${code}`]);
  await blog.close();
});
