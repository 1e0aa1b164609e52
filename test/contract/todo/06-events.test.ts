import { expect, it } from "vitest";
import { openedForAll } from "../../support/run/opened.ts";
import { openTodos } from "../../support/servers/open-todos.ts";

const todos = openedForAll(openTodos);

it("Events are not part of the contract: no endpoint offers them", async () => {
  expect((await todos.request("GET", "/todos/events")).status).toBe(400);
  expect((await todos.request("GET", "/todos/1/events")).status).toBe(404);
});
