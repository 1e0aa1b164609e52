import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type OpenTodos, openTodos, type Todo } from "../../support/servers/open-todos.ts";

describe("What the service does", () => {
  let todos: OpenTodos;
  beforeEach(async () => {
    todos = await openTodos();
  });
  afterEach(() => todos.close());

  it("1. It stores todo items and exposes create, list, read, update and delete over HTTP with JSON bodies", async () => {
    const created = await todos.request("POST", "/todos", { title: "Milk" });
    const { id } = created.body as Todo;
    expect((await todos.request("GET", "/todos")).body).toEqual([{ id, title: "Milk", completed: false }]);
    expect((await todos.request("GET", `/todos/${id}`)).body).toEqual({ id, title: "Milk", completed: false });
    const updated = await todos.request("PUT", `/todos/${id}`, { completed: true });
    expect(updated.body).toEqual({ id, title: "Milk", completed: true });
    expect((await todos.request("DELETE", `/todos/${id}`)).status).toBe(204);
    expect((await todos.request("GET", "/todos")).body).toEqual([]);
  });

  describe("2.", () => {
    it("Every response to a successful operation except delete is JSON", async () => {
      const created = await todos.request("POST", "/todos", { title: "Milk" });
      const path = `/todos/${(created.body as Todo).id}`;
      const answers = [
        created,
        await todos.request("GET", "/todos"),
        await todos.request("GET", path),
        await todos.request("PUT", path, { completed: true }),
      ];
      for (const { headers } of answers) expect(headers.get("content-type")).toMatch(/^application\/json/);
      const deleted = await todos.request("DELETE", path);
      expect([deleted.text, deleted.headers.get("content-type")]).toEqual(["", null]);
    });

    it("Items persist across requests", async () => {
      await todos.request("POST", "/todos", { title: "Milk" });
      await todos.request("POST", "/todos", { title: "Eggs" });
      for (const _again of [1, 2]) {
        const list = (await todos.request("GET", "/todos")).body as Todo[];
        expect(list.map(({ title }) => title)).toEqual(["Milk", "Eggs"]);
      }
    });
  });

  describe("3. Cross-origin requests are allowed", () => {
    it.each(["https://app.example", "http://localhost:3000", "null"])("from any origin: %s", async (origin) => {
      const { headers } = await todos.request("GET", "/todos", undefined, { origin });
      expect(["*", origin]).toContain(headers.get("access-control-allow-origin"));
    });

    it.each(["GET", "POST", "PUT", "DELETE", "PATCH", "LINK"])("with any method: %s", async (method) => {
      const { status, headers } = await todos.request("OPTIONS", "/todos", undefined, {
        origin: "https://app.example",
        "access-control-request-method": method,
      });
      expect(status).toBe(204);
      expect(allows(headers.get("access-control-allow-methods"), method)).toBe(true);
    });

    it.each(["content-type", "authorization", "x-any-header"])("with any header: %s", async (header) => {
      const { status, headers } = await todos.request("OPTIONS", "/todos/1", undefined, {
        origin: "https://app.example",
        "access-control-request-method": "PUT",
        "access-control-request-headers": header,
      });
      expect(status).toBe(204);
      expect(allows(headers.get("access-control-allow-headers"), header)).toBe(true);
    });

    it("on errors too", async () => {
      const { status, headers } = await todos.request("GET", "/todos/999", undefined, {
        origin: "https://app.example",
      });
      expect(status).toBe(404);
      expect(["*", "https://app.example"]).toContain(headers.get("access-control-allow-origin"));
    });
  });

  it("4. Requests are logged by the service", async () => {
    const lines: string[] = [];
    const write = (fields: object, message: string) => lines.push(JSON.stringify({ ...fields, message }));
    await todos.close();
    todos = await openTodos({ logger: { info: write, warn: write, error: write } });
    await todos.request("POST", "/todos", { title: "Milk" });
    await todos.request("GET", "/todos/999");
    const requests = lines.filter((line) => line.includes("/todos"));
    expect(requests).toHaveLength(2);
    for (const word of ["POST", "201"]) expect(requests[0]).toContain(word);
    for (const word of ["GET", "/todos/999", "404"]) expect(requests[1]).toContain(word);
  });
});

/** A list header of CORS names this word, or is the wildcard. `*` does not cover authorization. */
function allows(list: string | null, word: string): boolean {
  const words = (list ?? "").split(",").map((name) => name.trim().toLowerCase());
  return words.includes(word.toLowerCase()) || (words.includes("*") && word !== "authorization");
}
