import { afterAll, beforeAll, expect, it } from "vitest";
import { type OpenTodos, openTodos } from "../../support/servers/open-todos.ts";

let todos: OpenTodos;
beforeAll(async () => {
  todos = await openTodos();
});
afterAll(() => todos.close());

it("Events are not part of the contract: no endpoint offers them", async () => {
  expect((await todos.request("GET", "/todos/events")).status).toBe(400);
  expect((await todos.request("GET", "/todos/1/events")).status).toBe(404);
});
