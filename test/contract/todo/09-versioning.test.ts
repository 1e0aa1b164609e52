import { expect, it } from "vitest";
import { openedForAll } from "../../support/run/opened.ts";
import { openTodos } from "../../support/servers/open-todos.ts";

const todos = openedForAll(openTodos);

it("Paths carry no version segment", async () => {
  expect((await todos.request("GET", "/todos")).status).toBe(200);
  expect((await todos.request("GET", "/v1/todos")).status).toBe(404);
});

it("There is no version scheme: no answer names one", async () => {
  const { headers } = await todos.request("GET", "/todos");
  for (const name of ["api-version", "x-api-version"]) expect(headers.get(name)).toBeNull();
});
