import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type OpenTodos, openTodos } from "../../support/servers/open-todos.ts";
import { failingStorage } from "../../support/storage/failing-storage.ts";

describe("Errors", () => {
  let todos: OpenTodos;
  beforeEach(async () => {
    todos = await openTodos();
  });
  afterEach(() => todos.close());

  it("Error body: a JSON object with one key, error, whose value is a string message", async () => {
    const errors = [
      await todos.request("GET", "/todos/999"),
      await todos.request("PUT", "/todos/999", { title: "Eggs" }),
      await todos.request("DELETE", "/todos/999"),
      await todos.request("GET", "/todos/abc"),
      await todos.request("POST", "/todos", '{"title": '),
      await todos.request("POST", "/todos", {}),
    ];
    expect(errors.map(({ status }) => status)).toEqual([404, 404, 404, 400, 400, 400]);
    for (const { body, headers } of errors) {
      expect(body).toEqual({ error: expect.stringMatching(/\w{3,}/) });
      expect(headers.get("content-type")).toMatch(/^application\/json/);
    }
  });

  it.each([
    ["GET", undefined],
    ["PUT", { title: "Eggs" }],
    ["DELETE", undefined],
  ])("404 when the todo id does not exist, with a message naming the id: %s", async (method, body) => {
    const missing = await todos.request(method, "/todos/4711", body);
    expect(missing.status).toBe(404);
    expect(missing.body).toEqual({ error: expect.stringContaining("4711") });
  });

  it("503 on a storage failure, with a text that says so and nothing applied", async () => {
    await todos.close();
    todos = await openTodos({ storage: failingStorage("the disk is on fire") });
    const failed = await todos.request("POST", "/todos", { title: "Milk" });
    expect(failed.status).toBe(503);
    expect(failed.body).toEqual({ error: "The write could not be stored; nothing was changed" });
    expect((await todos.request("GET", "/todos")).body).toEqual([]);
  });

  it("a method that the service does not have is refused in the same shape", async () => {
    const refused = await todos.request("PATCH", "/todos", { title: "Milk" });
    expect(refused.status).toBe(405);
    expect(refused.body).toEqual({ error: expect.any(String) });
  });
});
