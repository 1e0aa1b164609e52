import { describe, expect, it } from "vitest";
import { openedForEach } from "../../support/run/opened.ts";
import { openTodos, type Todo } from "../../support/servers/open-todos.ts";

describe("Authentication", () => {
  const todos = openedForEach(openTodos);

  it.each([{}, { authorization: "Bearer not-a-token" }, { authorization: "Basic eDp5" }])(
    "No authentication is applied: every caller may use all five endpoints, with %j",
    async (headers: Record<string, string>) => {
      const created = await todos.request("POST", "/todos", { title: "Milk" }, headers);
      expect(created.status).toBe(201);
      const path = `/todos/${(created.body as Todo).id}`;
      expect((await todos.request("GET", "/todos", undefined, headers)).status).toBe(200);
      expect((await todos.request("GET", path, undefined, headers)).status).toBe(200);
      expect((await todos.request("PUT", path, { completed: true }, headers)).status).toBe(200);
      expect((await todos.request("DELETE", path, undefined, headers)).status).toBe(204);
    },
  );
});
